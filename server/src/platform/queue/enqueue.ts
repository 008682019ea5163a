import { randomUUID } from 'node:crypto';
import { afterCommit, type Database, type Executor, notify } from '../database/index.ts';
import type { NewJob } from './kinds.ts';
import { jobsChannel, storeJobs, type UncheckedJob } from './sql.ts';

const coalesceMs = 5;

/** What this process knows of a database's queues: how to wake its own, and the token by which it knows its own notifications. */
interface LocalQueues {
  readonly token: string;
  readonly wakers: Set<() => void>;
  isNotifying: boolean;
}

const localsByDatabase = new WeakMap<Database, LocalQueues>();

export function localQueuesOf(database: Database): LocalQueues {
  const local = localsByDatabase.get(database) ?? { token: randomUUID(), wakers: new Set(), isNotifying: false };
  localsByDatabase.set(database, local);
  return local;
}

/**
 * Adds jobs in the caller's transaction. A job whose dedupeKey waits already (in the same kind) is not added again: the
 * earlier run_at and the first payload stay. If that job is running now, it runs once more afterwards.
 */
export const enqueue: (executor: Executor, jobs: NewJob | NewJob[]) => Promise<void> = enqueueUnchecked;

export async function enqueueUnchecked(executor: Executor, jobs: UncheckedJob | UncheckedJob[]): Promise<void> {
  const list = Array.isArray(jobs) ? jobs : [jobs];
  if (list.length === 0) return;
  await storeJobs(executor, withoutDuplicates(list));
  afterCommit(executor, notifyJobs);
}

const startOf = (job: UncheckedJob): number => job.runAt?.getTime() ?? Number.NEGATIVE_INFINITY;

function withoutDuplicates(jobs: UncheckedJob[]): UncheckedJob[] {
  const firstsByKey = new Map<unknown, UncheckedJob>();
  for (const job of jobs) {
    const key = job.dedupeKey === undefined ? job : JSON.stringify([job.kind, job.dedupeKey]);
    const first = firstsByKey.get(key);
    if (!first) firstsByKey.set(key, job);
    else if (startOf(job) < startOf(first)) firstsByKey.set(key, { ...job, payload: first.payload });
  }
  return [...firstsByKey.values()];
}

/**
 * Says that there are new jobs, after the commit: NOTIFY inside a transaction makes commits queue up behind each other.
 * enqueue calls it by itself, but SQL that writes jobs without enqueue, or without inTransaction, has to.
 */
export function notifyJobs(database: Database): void {
  const local = localQueuesOf(database);
  for (const wake of local.wakers) wake();
  if (local.isNotifying) return;
  local.isNotifying = true;
  setTimeout(() => {
    local.isNotifying = false;
    // Polling finds the jobs when this fails.
    if (!database.pool.ending) notify(database, jobsChannel, local.token).catch(() => {});
  }, coalesceMs).unref();
}
