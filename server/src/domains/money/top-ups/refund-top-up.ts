import { hourMs, minuteMs, plusMs } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { toCents } from '../../../kit/money.ts';
import type { World } from '../../../kit/world.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { enqueue, type JobControl } from '../../../platform/queue/index.ts';
import { debitForRefund } from '../wallet/index.ts';
import { nothingToRefund } from './failures.ts';
import { refundable, refundIdOf } from './model.ts';
import type { SettleNeeds } from './settle-top-up.ts';
import { completeRefund, findRefund, findTopUp, insertRefund, lockOwnTopUp, recordRefundAttempt } from './sql.ts';

export const refundKind = 'top-ups.refund';

/**
 * Refunds what is unused; money that orders hold or spent stays. It leaves the wallet in the transaction that writes the refund,
 * so no order can use it.
 */
export async function refundTopUp(
  needs: SettleNeeds,
  owner: { accountId: string; world: World },
  id: string,
): Promise<void> {
  const { clock } = needs;
  await inTransaction(needs.database.db, async (tx) => {
    const topUp = await lockOwnTopUp(tx, owner, id);
    if (!topUp) throw notFound();
    if (topUp.status !== 'succeeded') throw nothingToRefund();
    const refundId = refundIdOf(topUp);
    const most = refundable(topUp.amount_cents, topUp.refunded_cents, Number.MAX_SAFE_INTEGER);
    const { provider, currency } = topUp;
    const cents = await debitForRefund(
      { tx, clock },
      { id: refundId, ...owner, provider, currency, most: toCents(most) },
    );
    if (cents === null) throw nothingToRefund();
    await insertRefund(tx, { id: refundId, topUpId: id, cents, now: clock.now() });
    await enqueue(tx, { kind: refundKind, payload: { refundId }, runAt: clock.now(), dedupeKey: refundId });
  });
}

const retryAfterMs = { processing: 10 * minuteMs, failed: hourMs };

/** Pays a refund out. A failed one is retried and stays on the operator's list until it succeeds. */
export async function payOutRefund(
  needs: SettleNeeds,
  refundId: string,
  control: Pick<JobControl, 'rescheduleAt'>,
): Promise<void> {
  const { db } = needs.database;
  const refund = await findRefund(db, refundId);
  if (refund?.status !== 'pending') return;
  const now = needs.clock.now();
  const topUp = await findTopUp(db, refund.top_up_id);
  if (topUp?.provider === 'sandbox') return completeRefund(db, refundId, `sandbox_refund_${refundId}`, now);
  if (!needs.checkout || topUp?.payment_reference == null) {
    throw new Error(`Stripe is not configured, or the charge is not known; the refund ${refundId} is waiting.`);
  }
  const { attempt, amount_cents: cents, reference } = refund;
  const { currency, payment_reference: charge } = topUp;
  const asked = { id: refundId, attempt, cents, currency, charge, reference };
  const outcome = await needs.checkout.refund(asked);
  if (outcome.kind === 'completed') return completeRefund(db, refundId, outcome.reference, now);
  const isOver = outcome.kind === 'failed';
  const known = isOver ? null : outcome.reference;
  await recordRefundAttempt(db, refundId, {
    attempt: attempt + Number(isOver),
    reference: known,
    answer: outcome.answer,
  });
  await control.rescheduleAt(db, plusMs(now, retryAfterMs[outcome.kind]));
}
