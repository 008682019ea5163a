import { sql } from 'kysely';
import { recordOf } from '../../../kit/known-keys.ts';
import { countedMax, filteredMax } from '../../../kit/page.ts';
import type { World } from '../../../kit/world.ts';
import { countUpTo, type Executor, planned } from '../../../platform/database/index.ts';
import { orderStatuses } from './model.ts';

interface Owner {
  accountId: string;
  world: World;
}

/** Where an order is, for people: a placed one is told by its parcels. */
const orderPlaces = [
  'pending',
  'in_progress',
  'preparing',
  'on_the_way',
  'delivered',
  'undeliverable',
  'order_failed',
  'cancelled',
  'cancelled_by_retailer',
] as const;
type OrderPlace = (typeof orderPlaces)[number];

/** So many of the newest placed orders are looked at: where their parcels are is not counted anywhere. */
const placedOrdersRead = 500;

/**
 * How many orders of an account are where; each is counted once. Of an account with more than five hundred placed orders the newest
 * of them are told apart by their parcels, and all that are older count as delivered.
 */
export async function countOrdersByPlace(executor: Executor, own: Owner): Promise<Record<OrderPlace, number>> {
  const mine = sql`account_id = ${own.accountId} and world = ${own.world}`;
  // Each written out: the index is then used for each, also for a status that no order has.
  const others = orderStatuses
    .filter((status) => status !== 'order_placed')
    .map(
      (status) => sql`select ${sql.lit(status)}, (select count(*) from (
        select from orders where ${mine} and status = ${sql.lit(status)} limit ${filteredMax + 1}) few)`,
    );
  const { rows } = await sql<{ place: OrderPlace; count: number }>`${planned}
    with placed as (
      select parcels.* from (
        select id from orders where ${mine} and status = 'order_placed' order by created_at desc limit ${placedOrdersRead}
      ) o cross join lateral (
        select bool_or(s.status = 'undeliverable') as is_lost, bool_and(s.status = 'delivered') as is_there,
          bool_or(s.status in ('in_transit', 'delivered')) as is_moving
        from shipments s where s.order_id = o.id) parcels
    )
    select case when is_lost then 'undeliverable' when is_there then 'delivered' when is_moving then 'on_the_way'
      else 'preparing' end as place, count(*) as count
    from placed group by 1
    union all ${sql.join(others, sql` union all `)}`.execute(executor);
  const counts = recordOf(orderPlaces, () => 0);
  for (const { place, count } of rows) counts[place] = count;
  const all = await countUpTo(executor, sql`select from orders where ${mine} and status = 'order_placed'`, countedMax);
  counts.delivered += Math.max(0, all - placedOrdersRead);
  return counts;
}
