import { sql } from 'kysely';
import type { World } from '../../kit/world.ts';
import type { Executor, Tx } from '../../platform/database/index.ts';
import { timeEdges } from './model.ts';

/**
 * Counts the orders that ended in one hour anew and writes the sums. It reads what was told in that hour alone, however many
 * orders there are; counted twice it is the same.
 */
export async function writeOutcomes(tx: Tx, hour: Date, next: Date): Promise<void> {
  await sql`delete from outcome_hours where hour = ${hour}`.execute(tx);
  await sql`
    insert into outcome_hours (world, retailer, hour, outcome, reason, bucket, orders, doubts)
    select o.world, o.retailer, ${hour}::timestamptz,
      case e.type when 'order.placed' then 'placed' else 'failed' end,
      case e.type when 'order.placed' then '' else coalesce(o.job_result ->> 'error_type', '') end,
      width_bucket(greatest(extract(epoch from o.ended_at - o.created_at), 0)::float8, ${[...timeEdges]}::float8[]),
      count(*), count(*) filter (where o.doubt is not null)
    from (
      select distinct order_id, type from events
      where created_at >= ${hour} and created_at < ${next} and type in ('order.placed', 'order.failed') and order_id is not null
    ) e join orders o on o.id = e.order_id
    group by 1, 2, 3, 4, 5, 6`.execute(tx);
}

export interface OutcomeRow {
  retailer: string;
  at: Date;
  outcome: 'placed' | 'failed';
  reason: string;
  bucket: number;
  orders: number;
  doubts: number;
}

/** The sums of one retailer or of all, by the hour or by the day (UTC). */
export async function listOutcomes(
  executor: Executor,
  world: World,
  retailer: string | null,
  { since, by }: { since: Date; by: 'hour' | 'day' },
): Promise<OutcomeRow[]> {
  const { rows } = await sql<OutcomeRow>`
    select retailer, date_trunc(${by}, hour, 'UTC') as at, outcome, reason, bucket, sum(orders)::int as orders,
      sum(doubts)::int as doubts
    from outcome_hours
    where world = ${world} and (${retailer}::text is null or retailer = ${retailer}) and hour >= ${since}
    group by 1, 2, 3, 4, 5`.execute(executor);
  return rows;
}
