import { isBoughtByDesk, lockOrder, recordRetailerCancellation } from '../orders/index.ts';
import type { DeskNeeds } from './desk-needs.ts';
import { notBoughtByDesk } from './failures.ts';

/** The retailer canceled the purchase, so what was captured is refunded. */
export async function cancelPurchase(
  { tx, clock, record }: DeskNeeds,
  orderId: string,
  operator: string,
  reason: string,
): Promise<void> {
  await lockOrder(tx, orderId);
  if (!(await isBoughtByDesk(tx, orderId))) throw notBoughtByDesk();
  await recordRetailerCancellation({ tx, clock }, orderId, reason);
  await record({ operator, name: 'desk.called_off', orderId, note: reason });
}
