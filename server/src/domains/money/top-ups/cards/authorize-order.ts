import { dayMs, plusMs } from '../../../../kit/clock.ts';
import { inTransaction, isRestoredSince, type Tx } from '../../../../platform/database/index.ts';
import { enqueue } from '../../../../platform/queue/index.ts';
import { closeStrayOf } from '../sql-strays.ts';
import { cardDeclined, cardOutcomeUnknown, noSavedCard, tooSmallForCard, unknownCard } from './failures.ts';
import type { Authorization } from './gateway.ts';
import { abandonAfterMs, minCents } from './model.ts';
import { type CardNeeds, gatewayOf } from './needs.ts';
import {
  type CardPaymentRow,
  claimAgain,
  claimStill,
  findCardPayment,
  insertCardPayment,
  lockCardPayment,
  saveAuthorization,
  saveDecline,
} from './sql.ts';
import { type CardRow, listCards, type Owner } from './sql-cards.ts';

export const followKind = 'cards.follow';
export const settleKind = 'cards.settle';
export const voidKind = 'cards.void';

export interface CardOrder extends Owner {
  orderId: string;
  cents: number;
  /** One of the account's cards; null: the default. */
  paymentMethod: string | null;
}

/** What an order shows about its card after acceptance. */
export interface AuthorizedCard {
  order_id: string;
  card_id: string;
  state: CardPaymentRow['state'];
  amount_cents: number;
  captured_cents: number;
  refunded_cents: number;
  expires_at: Date | string | null;
}

/** The named card, or the default. */
export async function chooseCard(needs: CardNeeds, owner: Owner, wanted: string | null): Promise<CardRow> {
  const { db } = needs.database;
  if (owner.world === 'live') gatewayOf(needs, 'live');
  const cards = await listCards(db, owner, needs.clock.now());
  const card = wanted === null ? cards[0] : cards.find(({ id }) => id === wanted);
  if (!card) throw wanted === null ? noSavedCard() : unknownCard();
  return card;
}

/**
 * Authorizes the card before the order is written: claim (committed), ask Stripe, save the answer. After a crash the claim
 * remains, and a job releases authorizations without an order. The same order gets the same authorization.
 */
export async function authorizeOrder(needs: CardNeeds, order: CardOrder): Promise<AuthorizedCard> {
  if (order.cents < minCents) throw tooSmallForCard();
  const card = await chooseCard(needs, order, order.paymentMethod);
  const payment = await inTransaction(needs.database.db, (tx) => claimPayment(needs, tx, order, card));
  if (payment.state !== 'authorizing') return payment;
  const answer = await askOnce(needs, payment).catch((error: unknown) => {
    // It stays claimed. The job enqueued with the claim finds out the result.
    needs.logger.error({ err: error, orderId: order.orderId }, 'card authorization outcome unknown');
    throw cardOutcomeUnknown();
  });
  return saveAnswer(needs, payment, answer);
}

/** The current row, locked. Reuses a matching authorization of an earlier request and releases any other. */
async function claimPayment(needs: CardNeeds, tx: Tx, order: CardOrder, card: CardRow): Promise<CardPaymentRow> {
  const { orderId, accountId, world, cents } = order;
  const now = needs.clock.now();
  const claim = { orderId, accountId, world, cardId: card.id, customer: card.customer, cents, now };
  const isNew = await insertCardPayment(tx, claim);
  const known = await lockCardPayment(tx, orderId);
  if (!known) throw new Error(`The card payment for ${orderId} was saved but cannot be found.`);
  const isSame = known.card_id === card.id && known.amount_cents === cents && known.account_id === accountId;
  const isUsable = isSame && (known.state === 'authorizing' || known.state === 'authorized');
  if (!isNew && !known.is_accepted && !isUsable) {
    if (known.state === 'capturing' || known.state === 'captured' || known.state === 'refused') return known;
    if (known.state !== 'declined') await enqueueVoid(tx, known, now);
    await claimAgain(tx, claim);
  } else if (!isNew) await claimStill(tx, orderId, now);
  const follow = { kind: followKind, payload: { orderId }, dedupeKey: orderId } as const;
  await enqueue(tx, { ...follow, runAt: plusMs(now, abandonAfterMs) });
  return (await findCardPayment(tx, orderId)) ?? known;
}

/** Releases an authorization that is no longer current, once no request for it can be running. */
export async function enqueueVoid(
  tx: Tx,
  { order_id: orderId, number }: { order_id: string; number: number },
  now: Date,
): Promise<void> {
  const dedupeKey = `${orderId} ${number}`;
  await enqueue(tx, {
    kind: voidKind,
    payload: { orderId, number },
    runAt: plusMs(now, abandonAfterMs),
    dedupeKey,
  });
}

/** How far back a restored database looks for lost authorizations, which is as long as most last. */
const lostAuthorizationMs = 30 * dayMs;

/** A restored database may have lost the authorization, so Stripe is asked for it first. */
export async function askOnce(needs: CardNeeds, payment: CardPaymentRow): Promise<Authorization & { number?: number }> {
  const gateway = gatewayOf(needs, payment.world);
  const since = plusMs(payment.claimed_at, -lostAuthorizationMs);
  if (payment.world === 'live' && (await isRestoredSince(needs.database.db, since))) {
    const found = await gateway.find({ ...payment, number: null, claimed_at: since });
    if (found && found.kind !== 'declined' && isOfAmount(found, payment)) return found;
  }
  return gateway.authorize(payment);
}

const isOfAmount = (found: Authorization, payment: CardPaymentRow): boolean =>
  found.kind !== 'captured' || found.cents <= payment.amount_cents;

async function saveAnswer(
  needs: CardNeeds,
  payment: CardPaymentRow,
  answer: Authorization & { number?: number },
): Promise<AuthorizedCard> {
  const { database, clock } = needs;
  const number = answer.number ?? payment.number;
  if (answer.kind === 'declined' || answer.kind === 'gone') {
    const reason = answer.kind === 'declined' ? answer.reason : answer.answer;
    await saveDecline(database.db, payment, number, reason);
    throw cardDeclined(reason, payment.card_id);
  }
  // A captured one belongs to a purchase that the lost database had. The store is asked before anything is bought.
  const expiresAt = answer.kind === 'authorized' ? answer.expiresAt : plusMs(clock.now(), dayMs);
  const authorized = { number, reference: answer.reference, expiresAt };
  const isOurs = await inTransaction(database.db, async (tx) => {
    // Found at Stripe after a restore, so the operator no longer needs to look for its order.
    if (answer.number !== undefined) await closeStrayOf(tx, answer.reference, clock.now());
    if (await saveAuthorization(tx, payment, authorized)) {
      const { order_id: orderId } = payment;
      const runAt = plusMs(clock.now(), abandonAfterMs);
      await enqueue(tx, { kind: followKind, payload: { orderId }, runAt, dedupeKey: orderId });
      return true;
    }
    await enqueueVoid(tx, { order_id: payment.order_id, number }, clock.now());
    return false;
  });
  const saved = await findCardPayment(database.db, payment.order_id);
  if (!saved || (!isOurs && saved.state !== 'authorized')) throw cardOutcomeUnknown();
  return saved;
}

/** The order was not written, so its authorization is released. */
export async function abandonOrder(needs: CardNeeds, orderId: string): Promise<void> {
  const runAt = needs.clock.now();
  await enqueue(needs.database.db, { kind: settleKind, payload: { orderId }, runAt, dedupeKey: orderId });
}
