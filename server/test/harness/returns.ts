import { sql } from 'kysely';
import { orderFor, type TestSystem } from './system.ts';

/** A placed order with its item. */
export async function placedOrder(system: TestSystem, key: string, quantity = 1, more: Record<string, unknown> = {}) {
  const url = `${system.url}/shop/products/test-success`;
  const orderBody = orderFor(url, { products: [{ url, quantity }], max_price: 100_000, ...more });
  const { body } = await system.post('/orders', key, orderBody);
  await system.queue.drain();
  const { body: order } = await system.get(`/orders/${body.id}`, key);
  return { order, itemId: order.items[0].id as string, total: order.job_result.price_components.total as number };
}

export const returnFor = (orderId: string, itemId: string, more: Record<string, unknown> = {}) => ({
  order_id: orderId,
  items: [{ order_item_id: itemId, quantity: 1 }],
  reason: 'other',
  ...more,
});

/** Credits for returns in the ledger, by return. */
export async function creditsOf(system: TestSystem): Promise<Record<string, number>> {
  const { rows } = await sql<{ cause_id: string; cents: number }>`
    select cause_id, sum(amount_cents)::bigint as cents from ledger_transfers
    where kind = 'credit' and cause = 'return' group by cause_id`.execute(system.database.db);
  return Object.fromEntries(rows.map((row) => [row.cause_id, row.cents]));
}

export async function countReturns(system: TestSystem): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from return_requests`.execute(system.database.db);
  return rows[0]!.n;
}
