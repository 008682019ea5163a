import { CompiledQuery, sql } from 'kysely';
import { assertDefined } from '../../kit/assert-defined.ts';
import { type Executor, type Row, runNamed } from '../database/index.ts';

export interface KindDepth {
  kind: string;
  /** Counted up to a limit, like `later`: a higher number means "more than". */
  ready: number;
  running: number;
  /** Not due yet. */
  later: number;
  /** Failed at the last attempt and will be retried. */
  failing: number;
  dead: number;
  oldestReadyAt: Date | null;
}

/** Jobs counted per kind and priority, so a long queue costs no more than a short one. */
const countedMax = 200;

/**
 * Steps through the priorities of a kind along the claim index. Running jobs are at the head of their priority, so they
 * are counted.
 */
const laneStatement = {
  name: 'jobs_lanes',
  text: `
    with recursive lane (kind, priority) as (
      (select kind, priority from jobs where dead_at is null order by kind, priority limit 1)
      union all
      select next.* from lane cross join lateral (
        select kind, priority from jobs where dead_at is null and (kind, priority) > (lane.kind, lane.priority)
        order by kind, priority limit 1) next
    ), moment (at) as (select coalesce($1::timestamptz, now()))
    select kind, at, due.ready, due.running, due.oldest as "oldestReadyAt", due.counted > ${countedMax} as "isMore", ahead.later
    from lane cross join moment
      cross join lateral (
        select count(*) as counted, count(*) filter (where is_free) as ready, count(*) filter (where not is_free) as running,
          min(greatest(run_at, created_at)) filter (where is_free) as oldest
        from (
          select run_at, created_at, locked_until is null or locked_until <= at as is_free from jobs
          where jobs.kind = lane.kind and jobs.priority = lane.priority and dead_at is null and run_at <= at
          order by run_at, id limit ${countedMax + 1}) head) due
      cross join lateral (
        select count(*) as later from (
          select from jobs where jobs.kind = lane.kind and jobs.priority = lane.priority and dead_at is null and run_at > at
          order by run_at, id limit ${countedMax + 1}) rest) ahead
    order by kind`,
};

interface Lane extends Pick<KindDepth, 'kind' | 'ready' | 'running' | 'later' | 'oldestReadyAt'> {
  at: Date;
  isMore: boolean;
}

const lanesAt = (executor: Executor, now: Date | null) => runNamed<Lane>(executor, laneStatement, [now]);

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one < other ? one : other) : (one ?? other);

export async function depthByKind(executor: Executor, now: Date): Promise<KindDepth[]> {
  const kinds = new Map<string, KindDepth>();
  const of = (kind: string): KindDepth => {
    const none = { kind, ready: 0, running: 0, later: 0, failing: 0, dead: 0, oldestReadyAt: null };
    const known = kinds.get(kind) ?? none;
    kinds.set(kind, known);
    return known;
  };
  for (const lane of await lanesAt(executor, now)) {
    const known = of(lane.kind);
    known.ready += lane.ready;
    known.running += lane.running;
    known.later += lane.later;
    known.oldestReadyAt = earlier(known.oldestReadyAt, lane.oldestReadyAt);
  }
  const { rows } = await sql<{ kind: string; failing: number; dead: number }>`
    select kind, count(*) filter (where dead_at is null) as failing, count(dead_at) as dead from (
      select kind, dead_at from jobs where last_error is not null and dead_at is null
      union all select kind, dead_at from jobs where dead_at > '-infinity') troubled
    group by kind`.execute(executor);
  for (const { kind, failing, dead } of rows) Object.assign(of(kind), { failing, dead });
  return [...kinds.values()].sort((one, other) => one.kind.localeCompare(other.kind));
}

export interface FailingJob
  extends Row<'jobs', 'id' | 'kind' | 'attempts' | 'last_error' | 'run_at' | 'dead_at' | 'created_at'> {
  last_error: string;
}

/** Dead jobs first, then jobs whose last attempt failed. */
export async function listFailingJobs(executor: Executor, limit: number): Promise<FailingJob[]> {
  const { rows } = await sql<FailingJob>`
    select id, kind, attempts, coalesce(last_error, '') as last_error, case when run_at = 'infinity' then clock_at else greatest(run_at, created_at) end as run_at,
      dead_at, created_at
    from (
      (select * from jobs where dead_at is not null order by dead_at desc, attempts desc, id limit ${limit})
      union all select * from jobs where last_error is not null and dead_at is null
    ) troubled
    order by dead_at desc nulls last, attempts desc, id limit ${limit}`.execute(executor);
  return rows;
}

/** Failed jobs that are not retried, the first to fail first. */
export async function listDeadJobs(executor: Executor, limit: number) {
  const { rows } = await sql<{ id: number; kind: string; last_error: string; dead_at: Date; order_id: string | null }>`
    select id, kind, coalesce(last_error, '') as last_error, dead_at, payload->>'orderId' as order_id from jobs
    where dead_at > '-infinity' order by dead_at, id limit ${limit}`.execute(executor);
  return rows;
}

export interface QueueDepth {
  /** Exact for small numbers; PostgreSQL's estimate for large ones. */
  ready: number;
  running: number;
  dead: number;
  oldestReadyMs: number | null;
}

interface DepthOptions {
  now?: Date;
  /** Kinds that are not claimed for now. */
  isLeftOut?(kind: string): boolean;
}

export async function queueDepth(
  executor: Executor,
  { now, isLeftOut = () => false }: DepthOptions = {},
): Promise<QueueDepth> {
  const lanes = (await lanesAt(executor, now ?? null)).filter(({ kind }) => !isLeftOut(kind));
  // Without statistics, PostgreSQL assumes that "is not null" matches nearly all jobs, and would read them all.
  const { rows } = await sql<{ dead: number; at: Date }>`
    select count(*) as dead, now() as at from jobs where dead_at > '-infinity'`.execute(executor);
  const { dead, at } = assertDefined(rows[0]);
  const counted = lanes.reduce((sum, lane) => sum + lane.ready, 0);
  const oldest = lanes.reduce<Date | null>((first, lane) => earlier(first, lane.oldestReadyAt), null);
  return {
    ready: lanes.some(({ isMore }) => isMore) ? Math.max(counted, await estimateReady(executor, now ?? at)) : counted,
    running: lanes.reduce((sum, lane) => sum + lane.running, 0),
    dead,
    oldestReadyMs: oldest && (now ?? at).getTime() - oldest.getTime(),
  };
}

/** The planner's estimate, from the last autovacuum. */
async function estimateReady(executor: Executor, now: Date): Promise<number> {
  const text = `explain (format json) select from jobs where dead_at is null and run_at <= '${now.toISOString()}'`;
  const { rows } = await executor.executeQuery<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(
    CompiledQuery.raw(text),
  );
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
}
