import { plusMs } from '../../../../kit/clock.ts';
import { isUuid, newId } from '../../../../kit/ids.ts';
import { inTransaction, type Tx } from '../../../../platform/database/index.ts';
import { enqueue } from '../../../../platform/queue/index.ts';
import { cardsUnavailable, setupPageUnavailable } from './failures.ts';
import type { SavedCard } from './gateway.ts';
import { setupWithinMs, testCards } from './model.ts';
import type { CardNeeds } from './needs.ts';
import { hurryFollow } from './renew-authorization.ts';
import { findCardPayment } from './sql.ts';
import {
  deleteCardsOf,
  endSetup,
  findSetup,
  insertSetup,
  type Owner,
  type SetupRow,
  saveCard,
  saveSetupSession,
} from './sql-cards.ts';

/** Inserts the row before Stripe is asked for the page. */
export async function insertCardSetup(
  needs: CardNeeds,
  tx: Tx,
  owner: Owner,
  returnUrl: string | null,
): Promise<string> {
  if (owner.world === 'live' && !needs.stripe) throw cardsUnavailable();
  const id = newId();
  const now = needs.clock.now();
  const url = owner.world === 'test' ? `${needs.publicUrl}/card-setups/${id}` : null;
  await insertSetup(tx, { ...owner, id, url, returnUrl, now, expiresAt: plusMs(now, setupWithinMs) });
  return id;
}

/** Opens Stripe's page if it is not open yet. The same setup opens the same page. */
export async function openSetupPage(needs: CardNeeds, id: string): Promise<void> {
  const setup = await findSetup(needs.database.db, id);
  if (!needs.stripe || setup?.world !== 'live' || setup.session_id !== null) return;
  const { account_id: accountId, expires_at: expiresAt } = setup;
  const session = await needs.stripe.openSetup({ id, accountId, expiresAt }).catch((error: unknown) => {
    needs.logger.error({ err: error, setup: id }, 'could not open a page to save a card');
    throw setupPageUnavailable();
  });
  await saveSetupSession(needs.database.db, id, session);
}

/** Reads back from Stripe whether the card was saved. Events, the page and polls all use this. */
export async function refreshSetup(needs: CardNeeds, setup: SetupRow): Promise<SetupRow> {
  const { db } = needs.database;
  if (setup.status !== 'requires_action') return setup;
  if (setup.session_id === null || !needs.stripe) {
    if (setup.expires_at <= needs.clock.now()) await endSetup(db, setup.id, { status: 'expired', cardId: null });
  } else {
    const { setupId, card, isExpired } = await needs.stripe.readSetup(setup.session_id);
    if (setupId === setup.id && card) await finishSetup(needs, setup, card);
    else if (isExpired) await endSetup(db, setup.id, { status: 'expired', cardId: null });
  }
  return (await findSetup(db, setup.id)) ?? setup;
}

async function finishSetup({ database, clock }: CardNeeds, setup: SetupRow, card: SavedCard): Promise<void> {
  await inTransaction(database.db, async (tx) => {
    if (!(await endSetup(tx, setup.id, { status: 'succeeded', cardId: card.id }))) return;
    await saveCard(tx, { accountId: setup.account_id, world: setup.world }, card, clock.now());
  });
}

/** In the sandbox, a person chooses a test card on our page. */
export async function saveTestCard(needs: CardNeeds, setup: SetupRow, cardId: string): Promise<void> {
  const card = testCards.find(({ id }) => id === cardId);
  if (!card || setup.world !== 'test' || setup.expires_at <= needs.clock.now()) return;
  const { id, brand, last4 } = card;
  await finishSetup(needs, setup, { id, customer: null, brand, last4, expMonth: 12, expYear: 2034 });
}

/** Deletes the cards of an account, here and at Stripe. Charges stay, with Stripe's IDs. */
export async function eraseCardsOf(tx: Tx, accountId: string): Promise<void> {
  const ids = await deleteCardsOf(tx, accountId);
  await enqueue(
    tx,
    ids.map((cardId) => ({ kind: 'cards.detach', payload: { cardId }, dedupeKey: cardId })),
  );
}

/** The subject of a Stripe event: a page, or the payment of an order. */
export interface StripeObject {
  object?: unknown;
  id?: unknown;
  metadata?: Record<string, unknown> | null;
}

/** An event only says where to look. Cards and payments are read back from Stripe. */
export async function receiveCardEvent(needs: CardNeeds, { object, id, metadata }: StripeObject): Promise<void> {
  const { db } = needs.database;
  const { card_setup_id: setupId, order_id: orderId } = metadata ?? {};
  if (object === 'checkout.session' && typeof id === 'string' && typeof setupId === 'string' && isUuid(setupId)) {
    // The response with the page may have been lost.
    await saveSetupSession(db, setupId, { sessionId: id, url: null });
    const setup = await findSetup(db, setupId);
    if (setup?.world === 'live') await refreshSetup(needs, setup);
  }
  if (object === 'payment_intent' && typeof orderId === 'string' && isUuid(orderId)) {
    if (await findCardPayment(db, orderId)) await hurryFollow(needs, orderId);
  }
}
