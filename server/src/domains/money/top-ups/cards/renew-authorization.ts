import { plusMs } from '../../../../kit/clock.ts';
import { inTransaction } from '../../../../platform/database/index.ts';
import { enqueue, type JobControl } from '../../../../platform/queue/index.ts';
import { askOnce, enqueueVoid, followKind } from './authorize-order.ts';
import { abandonAfterMs, followAt, isExpiring } from './model.ts';
import { type CardNeeds, gatewayOf } from './needs.ts';
import { settlePayment } from './settle-payment.ts';
import { type CardPaymentRow, findCardPayment, saveAuthorization, saveDecline } from './sql.ts';

export type Coverage = { kind: 'covered' } | { kind: 'declined'; reason: string };

const covered: Coverage = { kind: 'covered' };
/** Numbers that a lost database used are skipped. More in a row than this is an error. */
const numbersMax = 5;

/**
 * Makes sure that an order's card is authorized for long enough to buy. Called before the purchase: an authorization that is gone
 * or about to expire is renewed.
 */
export async function ensureAuthorized(needs: CardNeeds, orderId: string): Promise<Coverage> {
  const payment = await findCardPayment(needs.database.db, orderId);
  if (!payment) throw new Error(`The order ${orderId} is paid by card but has no card payment.`);
  if (payment.state === 'authorizing') return authorizeFirst(needs, payment);
  if (payment.state !== 'authorized') {
    return { kind: 'declined', reason: payment.last_answer ?? 'The card authorization was released' };
  }
  const reading = await gatewayOf(needs, payment.world).read(payment);
  // Already captured: the restored order asks its store and finds the purchase.
  if (reading.kind === 'captured') return covered;
  if (reading.kind === 'authorized' && !isExpiring(reading.expiresAt, needs.clock.now())) return covered;
  return renew(needs, payment);
}

/** The same for any order. An order without a card is covered by its hold. */
export const coverageOf = async (needs: CardNeeds, orderId: string): Promise<Coverage> =>
  (await findCardPayment(needs.database.db, orderId)) ? ensureAuthorized(needs, orderId) : covered;

/** Orders of a batch exist before their card is authorized. */
async function authorizeFirst(needs: CardNeeds, payment: CardPaymentRow): Promise<Coverage> {
  const answer = await askOnce(needs, payment);
  if (answer.kind === 'declined' || answer.kind === 'gone') {
    const reason = answer.kind === 'declined' ? answer.reason : answer.answer;
    await saveDecline(needs.database.db, payment, payment.number, reason);
    return { kind: 'declined', reason };
  }
  const expiresAt = answer.kind === 'authorized' ? answer.expiresAt : plusMs(needs.clock.now(), abandonAfterMs);
  const number = answer.number ?? payment.number;
  await inTransaction(needs.database.db, async (tx) => {
    const isOurs = await saveAuthorization(tx, payment, { number, reference: answer.reference, expiresAt });
    // The order has ended.
    if (!isOurs) await enqueueVoid(tx, { order_id: payment.order_id, number }, needs.clock.now());
  });
  return answer.kind === 'authorized' && isExpiring(expiresAt, needs.clock.now())
    ? ensureAuthorized(needs, payment.order_id)
    : covered;
}

/** Creates a new authorization before releasing the old one, so the order is always covered. */
async function renew(needs: CardNeeds, payment: CardPaymentRow): Promise<Coverage> {
  const { database, clock } = needs;
  const gateway = gatewayOf(needs, payment.world);
  for (let number = payment.last_number + 1; number <= payment.last_number + numbersMax; number += 1) {
    // If this process dies now, the new authorization is not current and is released.
    await inTransaction(database.db, (tx) => enqueueVoid(tx, { order_id: payment.order_id, number }, clock.now()));
    const answer = await gateway.authorize({ ...payment, number });
    if (answer.kind === 'gone') {
      await saveDecline(database.db, payment, number, answer.answer);
      continue;
    }
    if (answer.kind === 'declined') {
      await saveDecline(database.db, payment, number, answer.reason);
      return { kind: 'declined', reason: answer.reason };
    }
    if (answer.kind === 'captured') return covered;
    await inTransaction(database.db, async (tx) => {
      const { reference, expiresAt } = answer;
      const isOurs = await saveAuthorization(tx, payment, { number, reference, expiresAt });
      if (isOurs) await enqueueVoid(tx, payment, clock.now());
    });
    const saved = await findCardPayment(database.db, payment.order_id);
    // Another process renewed or settled it at the same time.
    return saved?.state === 'authorized' ? covered : { kind: 'declined', reason: 'The order is closed' };
  }
  throw new Error(`Could not assign a number to a new authorization for order ${payment.order_id}.`);
}

/**
 * Follows an authorization while it is needed: one without an order is released, and one that waits for its purchase is renewed in
 * time. An order without a valid authorization fails, unless it may have been bought.
 */
export async function followAuthorization(
  needs: CardNeeds & { failUncovered(orderId: string, reason: string): Promise<void> },
  orderId: string,
  control: Pick<JobControl, 'rescheduleAt'>,
): Promise<void> {
  const { db } = needs.database;
  const payment = await findCardPayment(db, orderId);
  if (!payment) return;
  if (!payment.is_accepted) {
    const abandonAt = plusMs(payment.claimed_at, abandonAfterMs);
    if (abandonAt > needs.clock.now()) return control.rescheduleAt(db, abandonAt);
    return settlePayment(needs, orderId, control);
  }
  if (payment.state === 'declined') return needs.failUncovered(orderId, payment.last_answer ?? 'The card was declined');
  if (payment.state !== 'authorizing' && payment.state !== 'authorized') return;
  const now = needs.clock.now();
  const dueAt = payment.expires_at && followAt(payment.expires_at, payment.claimed_at);
  const isDue = payment.state === 'authorized' && (dueAt === null || dueAt <= now);
  const coverage = await (isDue ? renew(needs, payment) : ensureAuthorized(needs, orderId));
  const isOver = !isDue || isExpiring(payment.expires_at, now);
  if (coverage.kind === 'declined' && isOver) return needs.failUncovered(orderId, coverage.reason);
  const after = await findCardPayment(db, orderId);
  if (after?.state === 'authorized') await control.rescheduleAt(db, followAt(after.expires_at ?? now, now));
}

/** Checks a payment as soon as something may have changed. */
export async function hurryFollow(needs: CardNeeds, orderId: string): Promise<void> {
  const runAt = needs.clock.now();
  await enqueue(needs.database.db, { kind: followKind, payload: { orderId }, runAt, dedupeKey: orderId });
}
