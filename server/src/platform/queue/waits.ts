import { sql } from 'kysely';
import type { Executor } from '../database/index.ts';

/**
 * The priorities of these kinds, found by stepping along the index of claims. Within one of them jobs lie in the order of their time, so that what is
 * due, or put off, is found without reading the others.
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
 * How long the first job of each kind that is due has waited, in milliseconds; kinds without one are left out. A few steps into the
 * index of claims for each kind, however many jobs wait.
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
 * How many jobs of a kind are scheduled further ahead than they should be; looks at up to a thousand. A job with a dedupe key waits for a
 * date that somebody chose, such as the deadline of an action, and does not count.
 */
export async function countPostponed(executor: Executor, kind: string, beyondMs: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`${lanes([kind])}
    select count(*) as n from (
      select dedupe_key from lane cross join lateral (
        select dedupe_key from jobs where ${inLane} and run_at > now() + ${beyondMs} * interval '1 ms' and isfinite(run_at) order by run_at limit 1000) each
      limit 1000) far where dedupe_key is null`.execute(executor);
  return rows[0]?.n ?? 0;
}
