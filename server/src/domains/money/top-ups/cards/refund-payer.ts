import { type Clock, hourMs, minuteMs, plusMs } from '../../../../kit/clock.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import { enqueue, type JobControl } from '../../../../platform/queue/index.ts';
import type { Payee } from '../../wallet/index.ts';
import { type CardNeeds, gatewayOf } from './needs.ts';
import { refundKind } from './settle-payment.ts';
import { findCardPayment, insertCardRefund, lockCardPayment, saveRefunded, sumCardRefunds } from './sql.ts';

interface Refund {
  /** ID of the refund, derived from the order and the cause. */
  id: string;
  order: { id: string; paid_by_card: boolean };
  cents: number;
}

/**
 * Refunds the order to the wallet or card that paid for it. `move` books it, and nothing more happens if it was booked before. A
 * job refunds the card once the charge is final.
 */
export async function refundPayer(
  { tx, clock }: { tx: Tx; clock: Clock },
  { id, order, cents }: Refund,
  move: (payee: Payee) => Promise<boolean>,
): Promise<boolean> {
  if (!order.paid_by_card) return move('wallet');
  const payment = await lockCardPayment(tx, order.id);
  if (!(await move(payment?.state === 'refused' ? 'cardDebt' : 'card'))) return false;
  if (cents === 0) return true;
  const now = clock.now();
  await insertCardRefund(tx, { id, orderId: order.id, cents, now });
  await enqueue(tx, { kind: refundKind, payload: { orderId: order.id }, runAt: now, dedupeKey: order.id });
  return true;
}

const retryAfterMs = { waiting: minuteMs, processing: 10 * minuteMs, failed: hourMs };

/**
 * Pays out what is owed to a card, minus what Stripe has already refunded by anyone. So a restored database, a lost response or a
 * manual refund never pays twice.
 */
export async function payCardRefunds(
  needs: CardNeeds,
  orderId: string,
  control: Pick<JobControl, 'rescheduleAt'>,
): Promise<void> {
  const { db } = needs.database;
  const later = (why: keyof typeof retryAfterMs) =>
    control.rescheduleAt(db, plusMs(needs.clock.now(), retryAfterMs[why]));
  const payment = await findCardPayment(db, orderId);
  const owed = await sumCardRefunds(db, orderId);
  if (!payment || owed === 0 || payment.state === 'refused') return;
  if (payment.state !== 'captured') return later('waiting');
  const gateway = gatewayOf(needs, payment.world);
  const before = await gateway.refundsOf(payment);
  const cents = Math.min(owed, payment.captured_cents) - before.cents;
  if (cents <= 0) return saveRefunded(db, orderId, before.cents, null);
  const result = await gateway.refund(payment, cents, before);
  const isGiven = result.kind !== 'failed';
  await saveRefunded(
    db,
    orderId,
    before.cents + (isGiven ? cents : 0),
    result.kind === 'failed' ? result.answer : null,
  );
  if (result.kind !== 'completed') return later(result.kind);
}
