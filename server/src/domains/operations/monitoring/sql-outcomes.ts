import { sql } from 'kysely';
import { assertDefined } from '../../../kit/assert-defined.ts';
import { hourMs } from '../../../kit/clock.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor, Tx } from '../../../platform/database/index.ts';
import { type Checkpoint, startOf, timeEdges } from './model.ts';

/** Locks the progress of the count until the transaction ends. */
export async function lockCheckpoint(tx: Tx): Promise<Checkpoint> {
  const { rows } = await sql<Checkpoint>`
    select counted_to as "countedTo", recount_from as "recountFrom" from outcome_checkpoint for update`.execute(tx);
  return assertDefined(rows[0]);
}

/** Waits for a running count, which may have missed this outcome. */
export async function recountFrom(executor: Executor, from: Date): Promise<void> {
  await sql`update outcome_checkpoint set recount_from = least(recount_from, ${from})`.execute(executor);
}

/**
 * Counts the orders that ended in this time range, minute by minute, and updates the sums of their hours. Idempotent.
 * The minutes between the full hour and `since` must have been counted before. An hour without orders stays as it is.
 */
export async function writeOutcomes(
  tx: Tx,
  { since, until, countedTo }: { since: Date; until: Date; countedTo: Date },
): Promise<void> {
  const hour = startOf(since, hourMs);
  await sql`
    delete from outcome_minutes where minute < ${hour} or minute >= ${since} and minute < ${until}`.execute(tx);
  await sql`
    insert into outcome_minutes (minute, world, retailer, outcome, reason, bucket, orders, doubts)
    select e.minute, o.world, o.retailer,
      case e.type when 'order.placed' then 'placed' else 'failed' end,
      case e.type when 'order.placed' then '' else coalesce(o.job_result ->> 'error_type', '') end,
      width_bucket(greatest(extract(epoch from o.ended_at - o.created_at), 0)::float8, ${[...timeEdges]}::float8[]),
      count(*), count(*) filter (where o.doubt is not null)
    from (
      select distinct date_trunc('minute', created_at) as minute, order_id, type from event_summaries
      where created_at >= ${since} and created_at < ${until} and type in ('order.placed', 'order.failed') and order_id is not null
    ) e join order_summaries o on o.id = e.order_id
    group by 1, 2, 3, 4, 5, 6`.execute(tx);
  const counted = sql`outcome_minutes where minute >= ${hour}`;
  await sql`
    delete from outcome_hours where hour in (select distinct date_trunc('hour', minute, 'UTC') from ${counted})`.execute(
    tx,
  );
  await sql`
    insert into outcome_hours (world, retailer, hour, outcome, reason, bucket, orders, doubts)
    select world, retailer, date_trunc('hour', minute, 'UTC'), outcome, reason, bucket, sum(orders), sum(doubts)
    from ${counted} group by 1, 2, 3, 4, 5, 6`.execute(tx);
  await sql`update outcome_checkpoint set counted_to = ${countedTo}, recount_from = null`.execute(tx);
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

/** Sums of one retailer or all, by hour or by day (UTC). */
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
