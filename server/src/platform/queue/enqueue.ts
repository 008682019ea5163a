import { randomUUID } from 'node:crypto';
import { afterCommit, type Database, type Executor, notify } from '../database/index.ts';
import type { NewJob } from './kinds.ts';
import { jobsChannel, storeJobs, type UncheckedJob } from './sql.ts';

const coalesceMs = 5;

/** A database's queues in this process: how to wake them, and the token that marks our own notifications. */
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
 * Adds jobs in the caller's transaction. If a job of the same kind and dedupeKey is waiting, no job is added: the
 * earlier run_at and the first payload are kept. If that job is running, it runs once more afterwards.
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
 * Announces new jobs after the commit: NOTIFY inside a transaction serializes commits. enqueue calls it. SQL that
 * writes jobs without enqueue, or without inTransaction, must call it too.
 */
export function notifyJobs(database: Database): void {
  const local = localQueuesOf(database);
  for (const wake of local.wakers) wake();
  if (local.isNotifying) return;
  local.isNotifying = true;
  setTimeout(() => {
    local.isNotifying = false;
    // If this fails, polling finds the jobs.
    if (!database.pool.ending) notify(database, jobsChannel, local.token).catch(() => {});
  }, coalesceMs).unref();
}
