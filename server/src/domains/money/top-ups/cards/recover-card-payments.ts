import { isUuid } from '../../../../kit/ids.ts';
import { insertStray } from '../sql-strays.ts';
import type { CardNeeds } from './needs.ts';
import { findCardPayment } from './sql.ts';

export const recoverCardsKind = 'cards.recover';

/**
 * After a restore, a charge whose order is lost goes on the operator's list: the order may have been bought. A client that repeats
 * its order gets the same authorization; an unused one expires.
 */
export async function recoverCardPayments({ database, clock, stripe }: CardNeeds, since: Date): Promise<void> {
  if (!stripe) return;
  for await (const payment of stripe.paymentsSince(since)) {
    const { orderId: namedId, accountId, reference, cents, at: paidAt } = payment;
    if (!isUuid(namedId) || (await findCardPayment(database.db, namedId))) continue;
    const reason = `A card was ${payment.isCaptured ? 'charged' : 'authorized'} for an order that is not in this database. Find the purchase with "stores reconcile", ${payment.isCaptured ? 'refund the charge' : 'cancel the authorization'} in Stripe if there is none, then close this entry.`;
    const owner = accountId !== null && isUuid(accountId) ? accountId : null;
    const stray = {
      method: 'stripe',
      world: 'live',
      reference,
      namedId,
      accountId: owner,
      cents,
      reason,
      paidAt,
    } as const;
    await insertStray(database.db, stray, clock.now());
  }
}
