import { sql } from 'kysely';
import { assertDefined } from '../../../kit/assert-defined.ts';
import { type Executor, liveProcesses } from '../../../platform/database/index.ts';

/** Writes one minute and adds it to its hour. A minute that exists already changes nothing. */
export async function insertSamples(executor: Executor, at: Date, values: ReadonlyMap<string, number>): Promise<void> {
  await sql`
    with fresh as (
      insert into samples (name, at, value)
      select name, ${at}::timestamptz, value
      from unnest(${[...values.keys()]}::text[], ${[...values.values()]}::float8[]) as given (name, value)
      on conflict do nothing returning name, at, value
    )
    insert into sample_hours as h (name, hour, low, high, total, count)
    select name, date_trunc('hour', at, 'UTC'), value, value, value, 1 from fresh
    on conflict (name, hour) do update set low = least(h.low, excluded.low), high = greatest(h.high, excluded.high),
      total = h.total + excluded.total, count = h.count + 1`.execute(executor);
}

export interface Point {
  name: string;
  at: Date;
  low: number;
  high: number;
  average: number;
  count: number;
}

/** Minutes, grouped into buckets of this many milliseconds. */
export async function listMinutes(
  executor: Executor,
  names: readonly string[],
  since: Date,
  bucketMs: number,
): Promise<Point[]> {
  const { rows } = await sql<Point>`
    select name, to_timestamp(floor(extract(epoch from at) * 1000 / ${bucketMs}) * ${bucketMs} / 1000) as at,
      min(value) as low, max(value) as high, avg(value) as average, count(*)::int as count
    from samples where name = any (${names}::text[]) and at >= ${since} group by 1, 2`.execute(executor);
  return rows;
}

/** Hours, grouped into days (UTC). */
export async function listDays(executor: Executor, names: readonly string[], since: Date): Promise<Point[]> {
  const { rows } = await sql<Point>`
    select name, date_trunc('day', hour, 'UTC') as at, min(low) as low, max(high) as high,
      sum(total) / sum(count) as average, sum(count)::int as count
    from sample_hours where name = any (${names}::text[]) and hour >= ${since} group by 1, 2`.execute(executor);
  return rows;
}

export async function findFirstSample(executor: Executor, name: string): Promise<Date | null> {
  const { rows } = await sql<{ hour: Date | null }>`
    select min(hour) as hour from sample_hours where name = ${name}`.execute(executor);
  return rows[0]?.hour ?? null;
}

export async function listLatest(executor: Executor, names: readonly string[], since: Date) {
  const { rows } = await sql<{ name: string; value: number }>`
    select wanted.name, latest.value from unnest(${names}::text[]) as wanted (name)
      cross join lateral (select value from samples s where s.name = wanted.name and s.at >= ${since}
        order by s.at desc limit 1) latest`.execute(executor);
  return new Map(rows.map((row) => [row.name, row.value]));
}

export async function pruneSamples(executor: Executor, before: { minutes: Date; hours: Date }): Promise<void> {
  await sql`delete from samples where at < ${before.minutes}`.execute(executor);
  await sql`delete from sample_hours where hour < ${before.hours}`.execute(executor);
  await sql`delete from outcome_hours where hour < ${before.hours}`.execute(executor);
}

export async function readDatabaseStats(executor: Executor) {
  const { rows } = await sql<{ bytes: number; connections: number; processes: number }>`
    select pg_database_size(current_database()) as bytes,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      ${liveProcesses} as processes`.execute(executor);
  return assertDefined(rows[0]);
}

/** The oldest order that needs review. */
export async function findOldestUnknownOutcome(executor: Executor): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(needs_review_at) as since from order_summaries
    where outcome is null and needs_review_at is not null`.execute(executor);
  return rows[0]?.since ?? null;
}

export async function sumAvailable(executor: Executor): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(available_cents), 0)::bigint as cents from wallet_balances where world = 'live'`.execute(
    executor,
  );
  return assertDefined(rows[0]).cents;
}
