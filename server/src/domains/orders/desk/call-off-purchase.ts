import { callOffOrder, isBoughtByDesk, lockOrder } from '../orders/index.ts';
import { notBoughtHere } from './failures.ts';
import type { DeskVerb } from './verb.ts';

/** The retailer called the purchase off, or cancelled it as asked for: what was captured is refunded. */
export async function callOffPurchase(
  { tx, clock, record }: DeskVerb,
  orderId: string,
  operator: string,
  reason: string,
): Promise<void> {
  await lockOrder(tx, orderId);
  if (!(await isBoughtByDesk(tx, orderId))) throw notBoughtHere();
  await callOffOrder({ tx, clock }, orderId, reason);
  await record({ operator, name: 'desk.called_off', orderId, note: reason });
}
