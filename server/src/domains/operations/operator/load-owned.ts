import { notFound } from '../../../kit/failure.ts';
import type { Database, Executor } from '../../../platform/database/index.ts';
import { findAccountEmails } from '../../access/accounts/index.ts';
import { type FullOrder, loadOrders } from '../../orders/orders/index.ts';

/** An order with the email address of its account; null for an unclaimed sandbox. */
export interface OwnedOrder {
  order: FullOrder;
  email: string | null;
}

export async function loadOwned(executor: Executor, ids: string[]): Promise<Map<string, OwnedOrder>> {
  const orders = await loadOrders(executor, ids);
  const emails = await findAccountEmails(
    executor,
    [...orders.values()].map((order) => order.account_id),
  );
  return new Map([...orders].map(([id, order]) => [id, { order, email: emails.get(order.account_id) ?? null }]));
}

export async function loadOwnedOrder({ db }: Database, id: string): Promise<OwnedOrder> {
  const owned = (await loadOwned(db, [id])).get(id);
  if (!owned) throw notFound();
  return owned;
}

export const presentOwner = ({ order, email }: OwnedOrder) => ({
  world: order.world,
  account_id: order.account_id,
  account_email: email,
  retailer: order.retailer,
});

export const recipientOf = ({ shipping_address: to }: FullOrder): string => `${to.first_name} ${to.last_name}`;
