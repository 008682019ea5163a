import { assertDefined } from '../../../kit/assert-defined.ts';
import { type Clock, hourMs, minuteMs, plusMs } from '../../../kit/clock.ts';
import { toCents } from '../../../kit/money.ts';
import { type Database, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { enqueue, type JobControl } from '../../../platform/queue/index.ts';
import { drainToPayment } from '../../money/wallet/index.ts';
import { writeOrderPayment } from '../../orders/orders/index.ts';
import type { PaymentMethod } from './methods/method.ts';
import { refundIdOf } from './model.ts';
import { receiptOf } from './paid-answer.ts';
import {
  completeRefund,
  findByOrder,
  findPayment,
  findRefund,
  insertRefund,
  listRefunds,
  lockPayment,
  type PaymentRow,
  recordRefundAttempt,
} from './sql.ts';

interface Needs {
  database: Database;
  clock: Clock;
}

export const refundKind = 'agent.refund';

/**
 * Whatever became available on the wallet of an agent's order belongs to the payer: the rest of the price, or all of it.
 * May run any number of times; what was drained is gone.
 */
export async function refundUnusedOrderFunds(needs: Needs, orderId: string): Promise<void> {
  const payment = await findByOrder(needs.database.db, orderId);
  if (payment) await inTransaction(needs.database.db, (tx) => refundUnused(needs, tx, payment));
}

export async function refundUnused({ clock }: Needs, tx: Tx, payment: PaymentRow): Promise<void> {
  await lockPayment(tx, payment.id);
  const refunded = (await listRefunds(tx, payment.id)).reduce((sum, { amount_cents: cents }) => sum + cents, 0);
  const id = refundIdOf(payment.id, refunded);
  const { method, world } = payment;
  const amount = await drainToPayment(
    { tx, clock },
    { id, accountId: assertDefined(payment.account_id), world, method },
  );
  if (amount === null) return;
  await insertRefund(tx, { id, paymentId: payment.id, cents: amount, now: clock.now() });
  await enqueue(tx, { kind: refundKind, payload: { refundId: id }, runAt: clock.now(), dedupeKey: id });
  await writeOrderRefunds(tx, payment);
}

/** How long a refund is left alone that the provider works on, or that it could not carry out. */
const retryAfterMs = { processing: 10 * minuteMs, failed: hourMs };

/**
 * Pays a refund out. The method is told the refund's id, so that a second try after a crash gives nothing more. One that
 * failed for good is asked for anew, and stays on the operator's desk until it is through.
 */
export async function payRefund(
  needs: Needs & { methodsByName: ReadonlyMap<string, PaymentMethod> },
  refundId: string,
  control: Pick<JobControl, 'rescheduleAt'>,
): Promise<void> {
  const { db } = needs.database;
  const refund = await findRefund(db, refundId);
  if (refund?.status !== 'pending') return;
  const payment = await findPayment(db, refund.payment_id);
  if (payment?.reference == null) throw new Error(`The refund ${refundId} has no charge to refund.`);
  const method = needs.methodsByName.get(payment.method);
  if (!method)
    throw new Error(`The payment method ${payment.method} is not configured; refund ${refundId} waits for it.`);
  const { attempt } = refund;
  const amount = toCents(refund.amount_cents);
  const asked = { refundId, attempt, amount, reference: payment.reference, refundReference: refund.reference };
  const outcome = await method.refund(asked);
  if (outcome.kind !== 'completed') {
    const isOver = outcome.kind === 'failed';
    const reference = isOver ? null : outcome.reference;
    await recordRefundAttempt(db, refundId, { attempt: attempt + Number(isOver), reference, answer: outcome.answer });
    return control.rescheduleAt(db, plusMs(needs.clock.now(), retryAfterMs[outcome.kind]));
  }
  await inTransaction(db, async (tx) => {
    await lockPayment(tx, payment.id);
    if (await completeRefund(tx, refundId, outcome.reference, needs.clock.now())) await writeOrderRefunds(tx, payment);
  });
}

/** The order shows its payment; one that was never made (its charge was abandoned, or it bought credit) has no order to show it on. */
async function writeOrderRefunds(tx: Tx, payment: PaymentRow): Promise<void> {
  if (payment.status !== 'settled' || payment.order_id === null) return;
  const refunds = await listRefunds(tx, payment.id);
  await writeOrderPayment(tx, payment.order_id, {
    method: payment.method,
    amount_cents: payment.amount_cents,
    receipt: receiptOf(payment),
    refunds: refunds.map(({ id, amount_cents, status, reference, created_at }) => ({
      id,
      amount_cents,
      status,
      reference,
      created_at: created_at.toISOString(),
    })),
  });
}
