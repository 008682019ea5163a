import { sql } from 'kysely';
import { recordOf } from '../../kit/known-keys.ts';
import { countedMost, filteredMost } from '../../kit/page.ts';
import type { World } from '../../kit/world.ts';
import { countUpTo, type Executor, planned, type Row } from '../../platform/database/index.ts';
import { orderStatuses } from './model.ts';
import type { OrderRow } from './rows.ts';

interface Owner {
  accountId: string;
  world: World;
}

/** Where an order is, for people: a placed one is told by its parcels. */
const places = [
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
type Place = (typeof places)[number];

/** So many of the newest placed orders are looked at: where their parcels are is not counted anywhere. */
const placedLookedAt = 500;

/**
 * How many orders of an account are where; each is counted once. Of an account with more than five hundred placed orders the newest
 * of them are told apart by their parcels, and all that are older count as delivered.
 */
export async function countOrdersByPlace(executor: Executor, own: Owner): Promise<Record<Place, number>> {
  const mine = sql`account_id = ${own.accountId} and world = ${own.world}`;
  // Each written out: the index is then used for each, also for a status that no order has.
  const others = orderStatuses
    .filter((status) => status !== 'order_placed')
    .map(
      (status) => sql`select ${sql.lit(status)}, (select count(*) from (
        select from orders where ${mine} and status = ${sql.lit(status)} limit ${filteredMost + 1}) few)`,
    );
  const { rows } = await sql<{ place: Place; count: number }>`${planned}
    with placed as (
      select parcels.* from (
        select id from orders where ${mine} and status = 'order_placed' order by created_at desc limit ${placedLookedAt}
      ) o cross join lateral (
        select bool_or(s.status = 'undeliverable') as is_lost, bool_and(s.status = 'delivered') as is_there,
          bool_or(s.status in ('in_transit', 'delivered')) as is_moving
        from shipments s where s.order_id = o.id) parcels
    )
    select case when is_lost then 'undeliverable' when is_there then 'delivered' when is_moving then 'on_the_way'
      else 'preparing' end as place, count(*) as count
    from placed group by 1
    union all ${sql.join(others, sql` union all `)}`.execute(executor);
  const counts = recordOf(places, () => 0);
  for (const { place, count } of rows) counts[place] = count;
  const all = await countUpTo(executor, sql`select from orders where ${mine} and status = 'order_placed'`, countedMost);
  counts.delivered += Math.max(0, all - placedLookedAt);
  return counts;
}

export interface RecentTrouble {
  asking: number;
  askingOrderId: string | null;
  failed: number;
  calledOff: number;
  lost: number;
  lostOrderId: string | null;
}

/** What went wrong with orders since then, and which of them wait for their owner's answer. */
export async function countRecentTrouble(executor: Executor, own: Owner, since: Date): Promise<RecentTrouble> {
  const { accountId, world } = own;
  const { rows } = await sql<RecentTrouble>`
    with asking as (
      select o.id, q.asked_at from questions q join orders o on o.id = q.order_id
      where o.account_id = ${accountId} and o.world = ${world} and o.status in ('pending', 'in_progress')
        and q.state = 'open' and q.asked_of = 'customer'
    ),
    lost as (
      select o.id, max(s.updated_at) as at from shipments s join orders o on o.id = s.order_id
      where s.status <> 'delivered' and s.status = 'undeliverable' and s.updated_at >= ${since}
        and o.account_id = ${accountId} and o.world = ${world} and o.status = 'order_placed'
      group by o.id
    ),
    recent as (
      select status, count(*) as n from orders
      where account_id = ${accountId} and world = ${world} and created_at >= ${since}
        and status in ('order_failed', 'cancelled_by_retailer')
      group by status
    )
    select (select count(*) from asking) as asking,
      (select id from asking order by asked_at limit 1) as "askingOrderId",
      coalesce((select n from recent where status = 'order_failed'), 0) as failed,
      coalesce((select n from recent where status = 'cancelled_by_retailer'), 0) as "calledOff",
      (select count(*) from lost) as lost,
      (select id from lost order by at desc limit 1) as "lostOrderId"`.execute(executor);
  const [row] = rows;
  if (!row) throw new Error('A statement of counts gave no row.');
  return row;
}

export interface StatusCount extends Row<'orders', 'world' | 'retailer' | 'status'> {
  world: OrderRow['world'];
  status: OrderRow['status'];
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
