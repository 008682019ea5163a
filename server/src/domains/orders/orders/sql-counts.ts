import { sql } from 'kysely';
import { assertDefined } from '../../../kit/assert-defined.ts';
import { countedMax } from '../../../kit/page.ts';
import type { World } from '../../../kit/world.ts';
import { countUpTo, type Executor, planned } from '../../../platform/database/index.ts';
import { type OrderPlace, orderPlaces } from './model.ts';
import { ofOwner, selectAt } from './sql-places.ts';

interface Owner {
  accountId: string;
  world: World;
}

/** Places that an index can count. Delivered orders are the placed ones that are in none of the others. */
const counted = orderPlaces.filter((place) => place !== 'delivered');
const toArrive = ['preparing', 'on_the_way', 'late', 'undeliverable'] as const;

/**
 * Counts an account's orders by place, each once. Counting stops beyond `countedMax` per place, so that large accounts cost no
 * more. A higher number means "more than".
 */
export async function countOrdersByPlace(executor: Executor, own: Owner): Promise<Record<OrderPlace, number>> {
  // Written out, so that the index is used for each place, even an empty one.
  const counts = counted.map(
    (place) => sql`(select count(*) from (
      ${selectAt(place, own)} limit ${countedMax + 1}) few) as ${sql.ref(place)}`,
  );
  const { rows } = await sql<Record<Exclude<OrderPlace, 'delivered'>, number>>`${planned}
    select ${sql.join(counts)}`.execute(executor);
  const found = assertDefined(rows[0]);
  const underWay = toArrive.reduce((sum, place) => sum + found[place], 0);
  const placed = await countUpTo(
    executor,
    sql`select from orders where ${ofOwner(own)} and outcome = 'order_placed'`,
    countedMax + underWay,
  );
  return { ...found, delivered: Math.max(0, placed - underWay) };
}

export async function findLongestLate(executor: Executor, own: Owner): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`${planned}
    select order_id as id from arrivals where ${ofOwner(own)} and late_since is not null order by late_since, order_id limit 1`.execute(
    executor,
  );
  return rows[0]?.id ?? null;
}

export interface LifetimeRow {
  is_legacy: boolean;
  orders: number;
  cents: number;
}

/** Everything bought with real money, by API. */
export async function sumPurchases(executor: Executor): Promise<LifetimeRow[]> {
  const { rows } = await sql<LifetimeRow>`
    select legacy_request is not null as is_legacy, count(*) as orders,
      coalesce(sum(case when exchange is null then (job_result -> 'price_components' ->> 'total')::bigint else charged_cents end), 0)::bigint as cents
    from orders where world = 'live' and outcome = 'order_placed' group by 1`.execute(executor);
  return rows;
}
