import { assertDefined } from '../../../kit/assert-defined.ts';
import { type Clock, dayMs, hourMs, minuteMs, plusMs } from '../../../kit/clock.ts';
import { toCents } from '../../../kit/money.ts';
import { type Database, type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { enqueue, type JobControl } from '../../../platform/queue/index.ts';
import { drainToPayment } from '../../money/wallet/index.ts';
import { writeOrderPayment } from '../../orders/orders/index.ts';
import type { PaymentMethod } from './methods/method.ts';
import { refundIdOf } from './model.ts';
import { receiptOf } from './paid-answer.ts';
import {
  completeRefund,
  deletePaidCalls,
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

/** Refunds what is available in the wallet of an agent's order: the rest of the price, or all of it. Idempotent. */
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

/** Wait before a refund that is in progress or failed is tried again. */
const retryAfterMs = { processing: 10 * minuteMs, failed: hourMs };

/**
 * Pays a refund. The method gets the refund's id, so a retry after a crash pays nothing more. A failed refund is
 * requested again, and operators see it until it succeeds.
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
    throw new Error(`The payment method ${payment.method} is not configured; refund ${refundId} is waiting for it.`);
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

/** Without an order (an abandoned charge, or credit), nothing shows the payment. */
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

/** Responses are promised for 24 hours; one more day for clients that are unsure. */
const retentionMs = 2 * dayMs;

export const pruneAgent = (db: Db, now: Date): Promise<void> => deletePaidCalls(db, plusMs(now, -retentionMs));
