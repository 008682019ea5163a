import { CompiledQuery, sql } from 'kysely';
import { type Database, type Executor, type Row, runNamed } from '../database/index.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

/** As in the index jobs_of_other_priority. */
const usualPriority = 100;

export interface JobOptions {
  /** Default: as soon as possible. */
  runAt?: Date;
  /** Lower runs first, within its kind. Default: 100. */
  priority?: number;
  dedupeKey?: string;
}

/** A job whose kind and payload the compiler did not check. enqueue checks them. */
export interface UncheckedJob extends JobOptions {
  kind: string;
  payload: unknown;
}

export type ClaimedJob = Row<'jobs', 'id' | 'kind' | 'payload' | 'attempts' | 'clock_id'>;

/** Which worker holds which job. Every write of a worker names both, so a worker that lost its lease writes nothing. */
export interface JobHold {
  readonly id: number;
  readonly token: string;
}

export const jobsChannel = 'errand_jobs';

const storeText = `
  insert into jobs (kind, payload, run_at, priority, dedupe_key)
  select * from unnest($1::text[], $2::jsonb[], $3::timestamptz[], $4::smallint[], $5::text[])
  on conflict (kind, dedupe_key) where dead_at is null and dedupe_key is not null do update set
    run_at = case when jobs.token is null then least(jobs.run_at, excluded.run_at) else jobs.run_at end,
    rerun_at = case when jobs.token is not null then least(jobs.rerun_at, excluded.run_at) end,
    clock_at = case when jobs.token is null then least(jobs.clock_at, excluded.clock_at) else excluded.clock_at end`;

export async function storeJobs(executor: Executor, jobs: UncheckedJob[]): Promise<void> {
  const columns = [
    jobs.map((job) => job.kind),
    jobs.map((job) => JSON.stringify(job.payload)),
    jobs.map((job) => job.runAt ?? '-infinity'),
    jobs.map((job) => job.priority ?? usualPriority),
    jobs.map((job) => job.dedupeKey ?? null),
  ];
  await executor.executeQuery(CompiledQuery.raw(storeText, columns));
}

// Checks the usual priority of each kind, then the other priorities, so jobs scheduled for later are never read.
// Alternates between kinds. Asking each kind for its first priority would read recently deleted entries again. Claims
// by id: a join could be planned to read all jobs.
const otherPriorities = `from jobs where dead_at is null and priority <> ${usualPriority}`;
const claimStatement = {
  name: 'jobs_claim',
  text: `
    with recursive other (kind, priority) as (
      (select kind, priority ${otherPriorities} order by kind, priority limit 1)
      union all
      select next.* from other cross join lateral (
        select kind, priority ${otherPriorities} and (kind, priority) > (other.kind, other.priority) order by kind, priority limit 1) next
    ), asked (kind, room) as (
      select * from unnest($1::text[], $2::int[])
    ), lane (kind, room, priority) as (
      select kind, room, ${usualPriority} from asked
      union all
      select kind, room, priority from asked join other using (kind)
    ), due as (
      select id, room, row_number() over (partition by kind order by priority, run_at, id) as place
      from lane cross join lateral (
        select id, run_at from jobs
        where jobs.kind = lane.kind and jobs.priority = lane.priority and dead_at is null
          and run_at <= $4::timestamptz and (locked_until is null or locked_until <= $4::timestamptz)
          and (token is null or id <> all ($7::bigint[]))
        order by run_at, id limit lane.room for update skip locked
      ) found
    )
    update jobs set token = $5, attempts = attempts + 1, locked_until = $4::timestamptz
      + ($3::int[])[array_position($1::text[], jobs.kind)] * interval '1 ms'
    where id = any (array(select id from due where place <= room order by place, id limit $6))
    returning jobs.id, kind, payload, attempts, clock_id`,
};

export interface ClaimRequest {
  kind: string;
  room: number;
  leaseMs: number;
}

export interface Claim {
  now: Date;
  token: string;
  limit: number;
  /** Jobs that this process still runs. It never claims them again, even if their leases expired while it was slow. */
  inHand: number[];
}

export function claimJobs(database: Database, asked: ClaimRequest[], { now, token, limit, inHand }: Claim) {
  const kinds = asked.map((one) => one.kind);
  const rooms = asked.map((one) => one.room);
  const leases = asked.map((one) => one.leaseMs);
  return runNamed<ClaimedJob>(database, claimStatement, [kinds, rooms, leases, now, token, limit, inHand]);
}

// MERGE rechecks a row that changed meanwhile, so a rerun requested at the last moment is not lost.
const finishText = `
  merge into jobs using unnest($1::bigint[], $2::uuid[]) held (id, token)
  on jobs.id = held.id and jobs.token = held.token and jobs.id = any ($1::bigint[])
  when matched and rerun_at is null then delete
  when matched then update set run_at = rerun_at, rerun_at = null, token = null, locked_until = null, attempts = 0`;

/** Deletes finished jobs, or reschedules those that must run again. Returns how many holds were still valid. */
export async function finishJobs(executor: Executor, holds: JobHold[]): Promise<number> {
  const values = [holds.map((hold) => hold.id), holds.map((hold) => hold.token)];
  const result = await executor.executeQuery(CompiledQuery.raw(finishText, values));
  return Number(result.numAffectedRows);
}

async function updateHeld(executor: Executor, hold: JobHold, changes: string, values: unknown[]): Promise<boolean> {
  const text = `update jobs set ${changes} where id = $1 and token = $2`;
  const result = await executor.executeQuery(CompiledQuery.raw(text, [hold.id, hold.token, ...values]));
  return Number(result.numAffectedRows) === 1;
}

const extendStatement = {
  name: 'jobs_extend',
  text: `
    update jobs set locked_until = held.until from unnest($1::bigint[], $2::uuid[], $3::timestamptz[]) held (id, token, until)
    where jobs.id = any ($1::bigint[]) and jobs.id = held.id and jobs.token = held.token
    returning jobs.id`,
};

export interface Extension extends JobHold {
  until: Date;
}

/** Returns for each hold whether it was still valid. */
export async function extendLeases(database: Database, holds: Extension[]): Promise<boolean[]> {
  const values = [holds.map(({ id }) => id), holds.map(({ token }) => token), holds.map(({ until }) => until)];
  const held = new Set((await runNamed<{ id: number }>(database, extendStatement, values)).map(({ id }) => id));
  return holds.map(({ id }) => held.has(id));
}

/** Releases a job that will run again. Returns whether the hold was still valid. */
export function releaseJob(
  executor: Executor,
  hold: JobHold,
  next: { runAt: Date; attempts: number; error?: string; payload?: unknown },
): Promise<boolean> {
  const changes = `token = null, locked_until = null, rerun_at = null, run_at = least($3, rerun_at), attempts = $4,
    last_error = $5, payload = coalesce($6::jsonb, payload)`;
  const payload = next.payload === undefined ? null : JSON.stringify(next.payload);
  return updateHeld(executor, hold, changes, [next.runAt, next.attempts, next.error ?? null, payload]);
}

/** Marks a job that failed too often as dead. If it was enqueued again meanwhile, it starts over. */
export const markJobDead = (executor: Executor, hold: JobHold, now: Date, error: string) =>
  updateHeld(
    executor,
    hold,
    `token = null, locked_until = null, rerun_at = null, last_error = $4, run_at = coalesce(rerun_at, run_at),
     dead_at = case when rerun_at is null then $3::timestamptz end,
     attempts = case when rerun_at is null then attempts else 0 end`,
    [now, error],
  );

/**
 * For each of these jobs of one kind: when an earlier unfinished job with the same value in a payload field is due;
 * null if there is none. For work that must run in sequence. Kind and field are literals, so a partial index applies;
 * the sum keeps PostgreSQL from walking all jobs by id.
 */
export async function earlierJobsOf(
  executor: Executor,
  { kind, field }: { kind: string; field: string },
  jobs: readonly { id: number; value: string }[],
): Promise<(Date | null)[]> {
  const { rows } = await sql<{ runAt: Date | null }>`
    select (
      select run_at from jobs
      where kind = ${sql.lit(kind)} and payload ->> ${sql.lit(field)} = asked.value and id < asked.id and dead_at is null
      order by id + 0 limit 1) as "runAt"
    from unnest(${jobs.map(({ id }) => id)}::bigint[], ${jobs.map(({ value }) => value)}::text[])
      with ordinality as asked (id, value, ord)
    order by asked.ord`.execute(executor);
  return rows.map(({ runAt }) => runAt);
}
