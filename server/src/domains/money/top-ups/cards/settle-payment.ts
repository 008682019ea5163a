import { minuteMs, plusMs } from '../../../../kit/clock.ts';
import { toCents } from '../../../../kit/money.ts';
import { inTransaction, isRestoredSince } from '../../../../platform/database/index.ts';
import { enqueue, type JobControl } from '../../../../platform/queue/index.ts';
import { bookCardDebt, findCardDue } from '../../wallet/index.ts';
import { insertStray } from '../sql-strays.ts';
import { type CardNeeds, gatewayOf } from './needs.ts';
import {
  type CardPaymentRow,
  findCardPayment,
  lockCardPayment,
  moveCardPayment,
  recordCardCheck,
  sumCardRefunds,
} from './sql.ts';

export const refundKind = 'cards.refund';

/** Pause after a capture failed temporarily. */
const retryAfterMs = 10 * minuteMs;

/**
 * Captures what an order cost, or releases what it doesn't need. The decision is committed first, so that a concurrent renewal
 * changes nothing. Then Stripe is asked until it answers.
 */
export async function settlePayment(
  needs: CardNeeds,
  orderId: string,
  control: Pick<JobControl, 'rescheduleAt'>,
): Promise<void> {
  const { db } = needs.database;
  const due = await findCardDue(db, orderId);
  await inTransaction(db, async (tx) => {
    const payment = await lockCardPayment(tx, orderId);
    if (!payment) return;
    const now = needs.clock.now();
    if (!payment.is_accepted) await moveCardPayment(tx, orderId, { to: 'releasing', isAccepted: false, now });
    else if (due !== null) await moveCardPayment(tx, orderId, { to: due > 0 ? 'capturing' : 'releasing', now });
  });
  const payment = await findCardPayment(db, orderId);
  if (payment?.state === 'capturing' && due !== null) return capturePayment(needs, payment, due, control);
  if (payment?.state === 'releasing') return releasePayment(needs, payment);
}

async function capturePayment(
  needs: CardNeeds,
  payment: CardPaymentRow,
  due: number,
  control: Pick<JobControl, 'rescheduleAt'>,
): Promise<void> {
  const { database, clock } = needs;
  const { order_id: orderId } = payment;
  const { result, counting } = await captureOnce(needs, payment, due).catch(async (error: unknown) => {
    const answer = `The payment could not be captured yet: ${error instanceof Error ? error.message : String(error)}`;
    await recordCardCheck(database.db, orderId, answer);
    throw error;
  });
  if (result.kind === 'captured' && result.cents !== due) {
    await recordCardCheck(database.db, orderId, `Stripe captured ${result.cents} cents, but the order cost ${due}`);
    return control.rescheduleAt(database.db, plusMs(clock.now(), retryAfterMs));
  }
  await inTransaction(database.db, async (tx) => {
    await lockCardPayment(tx, orderId);
    const now = clock.now();
    if (result.kind === 'captured') {
      if (!(await moveCardPayment(tx, orderId, { to: 'captured', now, capturedCents: due, counting }))) return;
      return enqueue(tx, { kind: refundKind, payload: { orderId }, runAt: now, dedupeKey: orderId });
    }
    // What was refunded in the meantime is not owed.
    const debtCents = Math.max(0, due - (await sumCardRefunds(tx, orderId)));
    const answer = `${result.answer}. The customer owes this amount. The order won't be placed again.`;
    if (!(await moveCardPayment(tx, orderId, { to: 'refused', now, debtCents, answer }))) return;
    const { account_id: accountId, world } = payment;
    if (debtCents > 0) {
      await bookCardDebt({ tx, clock }, { id: orderId, accountId, world, amount: toCents(debtCents) });
    }
  });
}

/** A restored database may know an authorization that was renewed and captured since. Stripe says which one counts. */
async function captureOnce(needs: CardNeeds, payment: CardPaymentRow, due: number) {
  const gateway = gatewayOf(needs, payment.world);
  const isRestored = payment.world === 'live' && (await isRestoredSince(needs.database.db, payment.claimed_at));
  const found = isRestored ? await gateway.find({ ...payment, number: null }) : null;
  const counting =
    found && found.kind !== 'declined' ? { ...payment, number: found.number, reference: found.reference } : payment;
  return { result: await gateway.capture(counting, due), counting };
}

/** By ID, or by our metadata if the response with the ID was lost. */
async function releasePayment(needs: CardNeeds, payment: CardPaymentRow): Promise<void> {
  const { database, clock } = needs;
  const { order_id: orderId, number } = payment;
  const gateway = gatewayOf(needs, payment.world);
  const found = payment.reference === null ? await gateway.find(payment) : null;
  const reference = payment.reference ?? (found && found.kind !== 'declined' ? found.reference : null);
  const answer = reference === null ? null : await gateway.cancel({ order_id: orderId, number, reference });
  if (answer?.kind === 'captured') await recordStrayCapture(needs, payment, answer);
  await moveCardPayment(database.db, orderId, { to: 'released', now: clock.now() });
}

/** Only after a restore: the purchase may exist, so the operator decides about the money. */
async function recordStrayCapture(
  { database, clock }: CardNeeds,
  payment: CardPaymentRow,
  { reference, cents }: { reference: string; cents: number },
): Promise<void> {
  const { order_id: namedId, account_id: accountId, world, claimed_at: paidAt } = payment;
  const reason =
    'A card was charged for an order that this database shows as not bought. Find the purchase with "stores reconcile". If there is none, refund the charge in Stripe. Then close this entry.';
  const stray = { method: 'stripe', world, reference, namedId, accountId, cents, reason, paidAt };
  await insertStray(database.db, stray, clock.now());
}

const countingStates: ReadonlySet<string> = new Set(['authorizing', 'authorized', 'capturing', 'captured']);

/** Releases one authorization of an order that was renewed or never current. */
export async function voidAuthorization(needs: CardNeeds, orderId: string, number: number): Promise<void> {
  const payment = await findCardPayment(needs.database.db, orderId);
  if (!payment) return;
  // It is current, so the end of the order decides.
  if (payment.number === number && countingStates.has(payment.state)) return;
  const gateway = gatewayOf(needs, payment.world);
  const found = await gateway.find({ ...payment, number });
  if (found?.kind === 'authorized') await gateway.cancel({ order_id: orderId, number, reference: found.reference });
}
