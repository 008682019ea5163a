import { sql } from 'kysely';
import { filteredMost } from '../../kit/page.ts';
import type { World } from '../../kit/world.ts';
import { type Executor, planned } from '../../platform/database/index.ts';
import type { OrderRow } from '../orders/index.ts';

interface StatusCount extends Pick<OrderRow, 'world' | 'retailer' | 'status'> {
  count: number;
}

/** How the orders stand that were made since then. */
export async function countOrdersSince(executor: Executor, since: Date): Promise<StatusCount[]> {
  const { rows } = await sql<StatusCount>`
    select world, retailer, status, count(*) as count from orders where created_at >= ${since}
    group by world, retailer, status`.execute(executor);
  return rows;
}

/** How much this deployment bought at a retailer, counted to a limit, and when last. */
export async function countPurchasesAt(executor: Executor, world: World, retailer: string) {
  const bought = sql`from orders where world = ${world} and retailer = ${retailer} and status in ('order_placed', 'cancelled_by_retailer')`;
  const { rows } = await sql<{ ordersPlaced: number; lastOrderAt: Date | null }>`${planned}
    select (select count(*) from (select ${bought} limit ${filteredMost + 1}) few) as "ordersPlaced",
      (select ended_at ${bought} and ended_at is not null order by ended_at desc limit 1) as "lastOrderAt"`.execute(
    executor,
  );
  return rows[0] ?? { ordersPlaced: 0, lastOrderAt: null };
}
