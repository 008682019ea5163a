import { sql } from 'kysely';
import { filteredMax } from '../../../kit/page.ts';
import type { World } from '../../../kit/world.ts';
import { type Executor, planned } from '../../../platform/database/index.ts';
import type { OrderRow } from '../../orders/orders/index.ts';

interface StatusCount extends Pick<OrderRow, 'world' | 'retailer' | 'status'> {
  count: number;
}

/** At most this many orders of a mode are counted, so that the page costs the same on a busy day. */
const countedMax = 2_000;

export interface NewestOrders {
  counts: StatusCount[];
  /** Set if there were more: when the oldest counted order was created. */
  countedSince: Record<World, Date | null>;
}

/** Orders since then by mode, retailer and status; the newest ones if there are too many. */
export async function countOrdersSince(executor: Executor, since: Date): Promise<NewestOrders> {
  // One more, to know whether there are more.
  const newest = (world: World) => sql`(
    select world, retailer, status, created_at, row_number() over (order by created_at desc) as place
    from order_summaries where world = ${sql.lit(world)} and created_at >= ${since} order by created_at desc limit ${countedMax + 1})`;
  const { rows } = await sql<StatusCount & { seen: number; first: Date | null }>`
    select world, retailer, status, count(*) as seen, count(*) filter (where place <= ${countedMax}) as count,
      min(created_at) filter (where place <= ${countedMax}) as first
    from (${newest('live')} union all ${newest('test')}) newest group by world, retailer, status`.execute(executor);
  const countedSinceOf = (world: World): Date | null => {
    const own = rows.filter((row) => row.world === world);
    const seen = own.reduce((sum, row) => sum + row.seen, 0);
    const firsts = own.flatMap(({ first }) => first?.getTime() ?? []);
    return seen > countedMax ? new Date(Math.min(...firsts)) : null;
  };
  return {
    counts: rows.map(({ world, retailer, status, count }) => ({ world, retailer, status, count })),
    countedSince: { test: countedSinceOf('test'), live: countedSinceOf('live') },
  };
}

/** Purchases at a retailer, counted up to a limit, and the time of the last one. Test clocks may be ahead. */
export async function countPurchasesAt(executor: Executor, world: World, retailer: string, now: Date) {
  const bought = sql`from order_summaries where world = ${world} and retailer = ${retailer} and outcome in ('order_placed', 'cancelled_by_retailer')`;
  const { rows } = await sql<{ ordersPlaced: number; lastOrderAt: Date | null }>`${planned}
    select (select count(*) from (select ${bought} limit ${filteredMax + 1}) few) as "ordersPlaced",
      (select ended_at ${bought} and ended_at <= ${now} order by ended_at desc limit 1) as "lastOrderAt"`.execute(
    executor,
  );
  return rows[0] ?? { ordersPlaced: 0, lastOrderAt: null };
}
