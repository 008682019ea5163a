import { sql } from 'kysely';
import type { Executor } from '../database/index.ts';

/**
 * The priorities of these kinds, found by stepping along the claim index. Within a priority, jobs are ordered by time,
 * so due or postponed jobs are found without reading the others.
 */
const lanes = (kinds: readonly string[]) => sql`
  with recursive lane (kind, priority) as (
    select asked.kind, (select min(priority) from jobs where jobs.kind = asked.kind and dead_at is null)
    from unnest(${kinds}::text[]) as asked (kind)
    union all
    select kind, (select min(priority) from jobs where jobs.kind = lane.kind and dead_at is null and priority > lane.priority)
    from lane where priority is not null)`;

const inLane = sql`jobs.kind = lane.kind and jobs.priority = lane.priority and dead_at is null`;

/**
 * How long the first due job of each kind has waited, in milliseconds; omits kinds without one. Costs a few index steps
 * per kind, regardless of queue length.
 */
export async function longestWaits(
  executor: Executor,
  kinds: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ kind: string; ms: number }>`${lanes(kinds)}
    select distinct on (kind) kind, (extract(epoch from ${now}::timestamptz - first.since) * 1000)::float8 as ms
    from lane cross join lateral (
      select greatest(run_at, created_at) as since from jobs
      where ${inLane} and run_at <= ${now} and (locked_until is null or locked_until <= ${now})
      order by run_at, id limit 1) first
    order by kind, priority`.execute(executor);
  return new Map(rows.map(({ kind, ms }) => [kind, ms]));
}

/**
 * How many jobs of a kind are scheduled too far ahead, up to a thousand. Jobs with a dedupe key have a chosen date,
 * such as an action's deadline, and are not counted.
 */
export async function countPostponed(executor: Executor, kind: string, beyondMs: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`${lanes([kind])}
    select count(*) as n from (
      select dedupe_key from lane cross join lateral (
        select dedupe_key from jobs where ${inLane} and run_at > now() + ${beyondMs} * interval '1 ms' and isfinite(run_at) order by run_at limit 1000) each
      limit 1000) far where dedupe_key is null`.execute(executor);
  return rows[0]?.n ?? 0;
}
