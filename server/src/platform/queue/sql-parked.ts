import { sql } from 'kysely';
import { afterCommit, type Executor } from '../database/index.ts';
import { notifyJobs } from './enqueue.ts';

/** After this many attempts a job keeps failing and retries in real time, so the clock does not wait for it. */
const attemptsMax = 3;

/** Whether jobs of a test clock are running or about to run. */
export async function hasRunningJobs(executor: Executor, clockId: string): Promise<boolean> {
  const { rows } = await sql`
    select from jobs where clock_id = ${clockId} and dead_at is null and attempts < ${attemptsMax}
      and (run_at < 'infinity' or token is not null) limit 1`.execute(executor);
  return rows.length > 0;
}

/**
 * Jobs due within a second of each other run together: jobs of the same time differ by the duration of their requests.
 */
const togetherMs = 1000;

/**
 * When the next jobs parked for a test clock are due; null if none is due by then. With a stride, includes those due
 * within it.
 */
export async function findNextParked(
  executor: Executor,
  clockId: string,
  { until, strideMs }: { until: Date; strideMs: number },
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    with parked as (
      select clock_at from jobs
      where clock_id = ${clockId} and run_at = 'infinity' and token is null and dead_at is null and clock_at <= ${until}
    )
    select least(greatest(max(clock_at), min(clock_at) + ${strideMs} * interval '1 ms'), ${until}) as at from parked
    where clock_at <= (select min(clock_at) from parked) + ${togetherMs} * interval '1 ms'
    having count(*) > 0`.execute(executor);
  return rows[0]?.at ?? null;
}

/** Makes parked jobs due that the test clock has reached, earliest first. */
export async function releaseParked(executor: Executor, clockId: string, until: Date, limit: number): Promise<void> {
  await sql`
    update jobs set run_at = clock_timestamp() - interval '50 milliseconds'
    where id in (
      select id from jobs
      where clock_id = ${clockId} and run_at = 'infinity' and token is null and dead_at is null and clock_at <= ${until}
      order by clock_at, id limit ${limit} for update skip locked)`.execute(executor);
  afterCommit(executor, notifyJobs);
}

/** Moves the jobs of a test clock to real time, keeping their remaining delay. */
export async function unparkJobs(executor: Executor, clockId: string, clockNow: Date): Promise<void> {
  await sql`
    update jobs set clock_id = null, clock_at = null,
      run_at = case when run_at = 'infinity' then clock_timestamp() + (clock_at - ${clockNow}::timestamptz) else run_at end
    where clock_id = ${clockId}`.execute(executor);
  afterCommit(executor, notifyJobs);
}
