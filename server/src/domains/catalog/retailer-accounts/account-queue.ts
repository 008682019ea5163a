import { type Clock, plusMs, secondMs } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import { currentTestClock } from '../../../kit/test-clock.ts';
import { type Db, type Executor, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { enqueue, type JobHandlers, type NewJob } from '../../../platform/queue/index.ts';
import { type AccountQueue, leasedQueuePollMs, leaseMs, queueOfAccount, queuePollMs } from './model.ts';
import {
  endExpiredLeases,
  findNextChange,
  firstWaiter,
  insertWaiter,
  type LeaseRow,
  leaseAccount,
  listWaitingServiceQueues,
  lockQueue,
  markLeased,
  releaseLease,
  removeExpiredWaiters,
  removeWaiters,
  type Waiter,
  type WaiterRow,
} from './sql-queue.ts';

declare module '../../../platform/queue/kinds.ts' {
  interface JobPayloads {
    /** `clockId`: the test clock of the account. */
    'managed-accounts.dispatch': { line: AccountQueue; clockId?: string };
  }
}

/** The lease that a job gets. */
export interface LeaseTicket {
  accountId: string;
  leaseId: string;
}

const dispatchKind = 'managed-accounts.dispatch';

/** Wakes a queue. One worker at a time, again if something changes meanwhile. */
export async function wakeQueue(executor: Executor, queue: AccountQueue): Promise<void> {
  const clockId = currentTestClock()?.id;
  const payload = { line: queue, ...(clockId === undefined ? {} : { clockId }) };
  await enqueue(executor, { kind: dispatchKind, payload, dedupeKey: queue });
}

/** Joins the account's queue. Idempotent. */
export async function joinQueue(tx: Tx, waiter: Waiter): Promise<void> {
  await insertWaiter(tx, waiter);
  await wakeQueue(tx, waiter.queue);
}

/** Leases accounts to waiters in order. Returns when to check again, or null if the queue is empty. */
async function leaseToQueue(tx: Tx, queue: AccountQueue, now: Date): Promise<Date | null> {
  await lockQueue(tx, queue);
  await endExpiredLeases(tx, queue, now);
  for (const waiter of await removeExpiredWaiters(tx, queue, now)) await wakeWaiter(tx, waiter, { isOutOfTime: true });
  for (;;) {
    const waiter = await firstWaiter(tx, queue);
    if (!waiter) break;
    const lease = { id: newId(), isUrgent: waiter.is_urgent, now, until: plusMs(now, leaseMs) };
    const leased = await leaseAccount(tx, queue, lease);
    if (!leased) break;
    await markLeased(tx, waiter.id, leased.locked_by_job_id);
    await wakeWaiter(tx, waiter, { lease: { accountId: leased.id, leaseId: leased.locked_by_job_id } });
  }
  const { isWaiting, at } = await findNextChange(tx, queue, plusMs(now, leasedQueuePollMs));
  if (!isWaiting) return null;
  const soonest = plusMs(now, secondMs);
  const latest = plusMs(now, queuePollMs);
  return at === null || at > latest ? latest : at < soonest ? soonest : at;
}

type QueueResult = { lease: { accountId: string; leaseId: string } } | { isAccountGone: true } | { isOutOfTime: true };

async function wakeWaiter(tx: Tx, waiter: WaiterRow, turn: QueueResult): Promise<void> {
  // joinQueue's types already matched kind and payload.
  await enqueue(tx, { kind: waiter.wake_kind, payload: { ...waiter.wake_payload, ...turn } } as NewJob);
}

/** Releases the account and wakes its queues. `usedAt` null: not used. */
export async function releaseAccount(db: Db, lease: LeaseRow, usedAt: Date | null): Promise<void> {
  await inTransaction(db, async (tx) => {
    const account = await releaseLease(tx, lease, usedAt);
    if (!account) return;
    await wakeQueuesOf(tx, account);
  });
}

export async function wakeQueuesOf(
  tx: Tx,
  account: { id: string; isOwn: boolean; world: string; retailer: string | null },
): Promise<void> {
  const ownQueues = account.isOwn ? await listWaitingServiceQueues(tx, account.world, account.retailer) : [];
  for (const queue of [queueOfAccount(account.id), ...ownQueues]) await wakeQueue(tx, queue);
}

/** Wakes orders that wait for a deleted account. */
export async function deleteQueue(tx: Tx, queue: AccountQueue): Promise<void> {
  await lockQueue(tx, queue);
  for (const waiter of await removeWaiters(tx, queue)) await wakeWaiter(tx, waiter, { isAccountGone: true });
}

export function queueJobs(needs: { db: Db; clock: Clock }): Pick<JobHandlers, typeof dispatchKind> {
  return {
    [dispatchKind]: {
      concurrency: 10,
      // The job returns as long as work waits.
      maxAttempts: 1_000_000,
      async run(job, control) {
        const { line: queue } = job.payload;
        await inTransaction(needs.db, async (tx) => {
          const next = await leaseToQueue(tx, queue, needs.clock.now());
          await (next === null ? control.complete(tx) : control.rescheduleAt(tx, next));
        });
      },
    },
  };
}
