import { type Clock, plusMs, secondMs } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { type Db, type Executor, inTransaction, type Tx } from '../../platform/database/index.ts';
import { enqueue, type JobHandlers, type NewJob } from '../../platform/queue/index.ts';
import { type Line, leasedLookMs, leaseMs, lineOfAccount, lookAgainMs } from './model.ts';
import {
  endLateLeases,
  firstWaiter,
  insertWaiter,
  type LeaseRow,
  leaseAccount,
  lockLine,
  markLeased,
  nextChange,
  releaseLease,
  takeLateWaiters,
  takeWaiters,
  type Waiter,
  type WaiterRow,
  waitingOwnLines,
} from './store-line.ts';

declare module '../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'managed-accounts.dispatch': { line: Line };
  }
}

/** What a job is given when it is its turn. */
export interface LeaseTicket {
  accountId: string;
  leaseId: string;
}

const dispatchKind = 'managed-accounts.dispatch';

/** Has a line looked at: by one worker at a time, once more when something changes meanwhile. */
export async function wakeLine(executor: Executor, line: Line): Promise<void> {
  await enqueue(executor, { kind: dispatchKind, payload: { line }, dedupeKey: line });
}

/** Joins the account's queue. Work that is there already keeps its place. */
export async function joinLine(tx: Tx, waiter: Waiter): Promise<void> {
  await insertWaiter(tx, waiter);
  await wakeLine(tx, waiter.line);
}

/** Leases accounts to the work that waits, the first in the queue first, and says when to look again; null when the queue is empty. */
async function serveLine(tx: Tx, line: Line, now: Date): Promise<Date | null> {
  await lockLine(tx, line);
  await endLateLeases(tx, line, now);
  for (const waiter of await takeLateWaiters(tx, line, now)) await wake(tx, waiter, { isOutOfTime: true });
  for (;;) {
    const waiter = await firstWaiter(tx, line);
    if (!waiter) break;
    const lease = { id: newId(), isUrgent: waiter.is_urgent, now, until: plusMs(now, leaseMs) };
    const leased = await leaseAccount(tx, line, lease);
    if (!leased) break;
    await markLeased(tx, waiter.id, leased.locked_by_job_id);
    await wake(tx, waiter, { lease: { accountId: leased.id, leaseId: leased.locked_by_job_id } });
  }
  const { isWaiting, at } = await nextChange(tx, line, plusMs(now, leasedLookMs));
  if (!isWaiting) return null;
  const soonest = plusMs(now, secondMs);
  const latest = plusMs(now, lookAgainMs);
  return at === null || at > latest ? latest : at < soonest ? soonest : at;
}

type Turn = { lease: { accountId: string; leaseId: string } } | { isAccountGone: true } | { isOutOfTime: true };

async function wake(tx: Tx, waiter: WaiterRow, turn: Turn): Promise<void> {
  // The row keeps the job as it was given to joinLine, where the compiler compared kind and payload.
  await enqueue(tx, { kind: waiter.wake_kind, payload: { ...waiter.wake_payload, ...turn } } as NewJob);
}

/** The account goes back; the work that it fits next is told. `usedAt` null: it was not used after all. */
export async function release(db: Db, lease: LeaseRow, usedAt: Date | null): Promise<void> {
  await inTransaction(db, async (tx) => {
    const account = await releaseLease(tx, lease, usedAt);
    if (!account) return;
    await wakeLinesOf(tx, account);
  });
}

export async function wakeLinesOf(
  tx: Tx,
  account: { id: string; isOwn: boolean; world: string; retailer: string | null },
): Promise<void> {
  const ownLines = account.isOwn ? await waitingOwnLines(tx, account.world, account.retailer) : [];
  for (const line of [lineOfAccount(account.id), ...ownLines]) await wakeLine(tx, line);
}

/** Everybody who waits for a deleted account hears of it. */
export async function dissolveLine(tx: Tx, line: Line): Promise<void> {
  await lockLine(tx, line);
  for (const waiter of await takeWaiters(tx, line)) await wake(tx, waiter, { isAccountGone: true });
}

export function lineJobs(needs: { db: Db; clock: Clock }): Pick<JobHandlers, typeof dispatchKind> {
  return {
    [dispatchKind]: {
      concurrency: 10,
      // A queue is never forgotten: as long as work waits, its job comes back.
      maxAttempts: 1_000_000,
      async run(job, control) {
        const { line } = job.payload;
        await inTransaction(needs.db, async (tx) => {
          const next = await serveLine(tx, line, needs.clock.now());
          await (next === null ? control.complete(tx) : control.rescheduleAt(tx, next));
        });
      },
    },
  };
}
