import { type Clock, plusMs } from '../../kit/clock.ts';
import { fieldsOf, messageOf } from '../../kit/fields.ts';
import { cutText } from '../../kit/storable-text.ts';
import { runOnTestClock, type TestClock } from '../../kit/test-clock.ts';
import { afterCommit, type Database, type Executor, isUnavailable, type Tx } from '../database/index.ts';
import * as store from './sql.ts';

export interface Job<Payload = unknown> {
  readonly id: number;
  readonly kind: string;
  readonly payload: Payload;
  /** 1 for the first attempt. */
  readonly attempt: number;
}

export interface JobControl<Payload = unknown> {
  /** Aborts when the lease is lost, or when the queue stops and its grace period is over. */
  readonly signal: AbortSignal;
  /** Completes the job in the caller's transaction. Throws LostLease if another worker has it. */
  complete(tx: Tx): Promise<void>;
  /** Runs the job again later and resets its attempts. Throws LostLease like complete. */
  rescheduleAt(executor: Executor, runAt: Date, payload?: Payload): Promise<void>;
}

export interface JobKind<Payload = unknown> {
  /** Runs at least once, possibly more often. Returning completes the job; throwing retries it. */
  run(job: Job<Payload>, control: JobControl<Payload>): Promise<void>;
  leaseMs?: number;
  maxAttempts?: number;
  backoffMs?(attempt: number): number;
  concurrency?: number;
}

/** Another worker has the job: this one must not write anything. */
export class LostLease extends Error {
  override name = 'LostLease';
}

/** The queue is stopping. The interrupted run does not count as an attempt. */
export class Interrupted extends Error {
  override name = 'Interrupted';
}

export interface Needs {
  database: Database;
  clock: Clock;
  logger: { warn(details: object, message: string): void; error(details: object, message: string): void };
  finish(hold: store.JobHold): Promise<unknown>;
  extend(hold: store.Extension): Promise<boolean>;
  /** The clock's current state; null if it was deleted. */
  findTestClock(id: string): Promise<TestClock | null>;
}

export const kindDefaults = {
  leaseMs: 60_000,
  maxAttempts: 20,
  concurrency: 10,
  backoffMs: (attempt: number) => Math.min(1_000 * 2 ** (attempt - 1), 600_000),
};

/** Runs one claimed job under its lease and records the outcome. */
export async function runJob(
  needs: Needs,
  handler: JobKind,
  claimed: store.ClaimedJob & store.JobHold,
  controller: AbortController,
): Promise<void> {
  const { id, kind, payload, attempts, clock_id: clockId } = claimed;
  const { maxAttempts = kindDefaults.maxAttempts, leaseMs = kindDefaults.leaseMs } = handler;
  const lease = holdLease(needs, claimed, leaseMs, controller);
  try {
    if (attempts > maxAttempts) throw new Error('The worker crashed or lost its lease on every attempt.');
    const clock = clockId === null ? null : await needs.findTestClock(clockId);
    await runOnTestClock(clock, () => handler.run({ id, kind, payload, attempt: attempts }, lease.control));
    lease.endRun();
    if (!lease.isSettled()) await needs.finish(claimed);
  } catch (error) {
    const reason = cutText(messageOf(error), 500);
    const isInnocent = controller.signal.reason instanceof Interrupted || isDatabaseTimeout(error);
    needs.logger.warn({ kind, job: id, attempt: attempts, reason }, isInnocent ? 'job rescheduled' : 'job failed');
    if (!lease.isSettled()) await recordFailure(needs, handler, claimed, isInnocent, reason);
  } finally {
    lease.release();
  }
}

/** Retry delay after an interruption or an unavailable database. */
const retryMs = 100;
const statementTooSlow = '57014';

const isDatabaseTimeout = (error: unknown): boolean =>
  isUnavailable(error) && fieldsOf(error).code !== statementTooSlow;

async function recordFailure(
  { database, clock }: Needs,
  { maxAttempts = kindDefaults.maxAttempts, backoffMs = kindDefaults.backoffMs }: JobKind,
  claimed: store.ClaimedJob & store.JobHold,
  isInnocent: boolean,
  error: string,
): Promise<void> {
  const now = clock.now();
  const { attempts } = claimed;
  if (isInnocent) {
    // An interruption or an unavailable database is not a failure of the job.
    await store.releaseJob(database.db, claimed, { runAt: plusMs(now, retryMs), attempts: attempts - 1, error });
  } else if (attempts >= maxAttempts) {
    await store.markJobDead(database.db, claimed, now, error);
  } else {
    await store.releaseJob(database.db, claimed, { runAt: plusMs(now, backoffMs(attempts)), attempts, error });
  }
}

/** Extends the lease at a third of its time, and gives the handler control of its job. */
function holdLease({ clock, extend }: Needs, hold: store.JobHold, leaseMs: number, controller: AbortController) {
  let lockedUntil = plusMs(clock.now(), leaseMs);
  let isLettingGo = false;
  let isSettled = false;
  const lose = () => {
    const lost = new LostLease(`Job ${hold.id} is held by another worker.`);
    controller.abort(lost);
    return lost;
  };
  const extendLease = async () => {
    const until = plusMs(clock.now(), leaseMs);
    const isHeld = await extend({ ...hold, until }).catch(() => clock.now() < lockedUntil && 'unsure');
    if (isHeld === true) lockedUntil = until;
    else if (!isHeld && !isLettingGo) lose();
  };
  const heartbeat = setInterval(() => void extendLease(), leaseMs / 3);
  const releaseLease = async (executor: Executor, write: () => Promise<boolean>) => {
    isLettingGo = true;
    if (!(await write())) throw lose();
    afterCommit(executor, () => {
      isSettled = true;
    });
  };
  const control: JobControl = {
    signal: controller.signal,
    complete: (tx) => releaseLease(tx, async () => (await store.finishJobs(tx, [hold])) === 1),
    rescheduleAt: (executor, runAt, payload) =>
      releaseLease(executor, () => store.releaseJob(executor, hold, { runAt, attempts: 0, payload })),
  };
  const endRun = () => {
    // The row is gone once the job is recorded as done, so a heartbeat that no longer finds it means nothing.
    isLettingGo = true;
  };
  return { control, endRun, isSettled: () => isSettled, release: () => clearInterval(heartbeat) };
}
