import { sql } from 'kysely';
import type { Executor } from '../database/index.ts';

/**
 * How long the first job of each kind that is due has waited, in milliseconds; kinds without one are left out. One step into the
 * index of claims for each kind, however many jobs wait.
 */
export async function longestWaits(
  executor: Executor,
  kinds: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ kind: string; ms: number }>`
    select asked.kind, (extract(epoch from ${now}::timestamptz - first.since) * 1000)::float8 as ms
    from unnest(${kinds}::text[]) as asked (kind) cross join lateral (
      select greatest(run_at, created_at) as since from jobs
      where jobs.kind = asked.kind and dead_at is null and run_at <= ${now} and (locked_until is null or locked_until <= ${now})
      order by priority, run_at, id limit 1) first`.execute(executor);
  return new Map(rows.map(({ kind, ms }) => [kind, ms]));
}
