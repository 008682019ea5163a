import { isUuid } from '../../../../kit/ids.ts';
import type { CardNeeds } from './needs.ts';
import { hurryFollow } from './renew-authorization.ts';
import { refreshSetup } from './setup-card.ts';
import { findCardPayment } from './sql.ts';
import { findSetup, saveSetupSession } from './sql-cards.ts';

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
