import { type Clock, minuteMs, plusMs, secondMs } from '../../kit/clock.ts';
import { type Database, inTransaction } from '../../platform/database/index.ts';
import { type JobKind, type NewJob, notifyJobs } from '../../platform/queue/index.ts';
import { drawOrders } from '../orders/index.ts';
import { type NotifyNeeds, notifyBatch } from './notify-batch.ts';
import { loadDrafts } from './store.ts';

const rowsPerJob = 100;

interface MakePayload {
  batchId: string;
  from: number;
  to: number;
}

/** The jobs of a new batch: one for each portion of its rows, and one that waits for the end when somebody wants mail. */
export function batchJobs(batchId: string, rowCount: number, isWatched: boolean, now: Date): NewJob[] {
  const jobs: NewJob[] = [];
  for (let from = 0; from < rowCount; from += rowsPerJob) {
    const to = Math.min(from + rowsPerJob, rowCount);
    jobs.push({ kind: 'bulk.make', payload: { batchId, from, to }, runAt: now });
  }
  if (isWatched) jobs.push({ kind: 'bulk.watch', payload: { batchId }, runAt: plusMs(now, watchDelayMs(0)) });
  return jobs;
}

export function bulkJobs(needs: NotifyNeeds): Record<string, JobKind> {
  return {
    'bulk.make': {
      concurrency: 2,
      // The money of these rows is held: the job comes back until their orders exist.
      maxAttempts: 1_000_000,
      run: (job) => makeOrders(needs, job.payload as MakePayload),
    },
    'bulk.watch': {
      concurrency: 2,
      maxAttempts: 1_000_000,
      async run(job, control) {
        const { batchId } = job.payload as { batchId: string };
        const next = await notifyBatch(needs, batchId);
        if (next.kind === 'done') return;
        await control.rescheduleAt(needs.database.db, plusMs(needs.clock.now(), watchDelayMs(next.ageMs)));
      },
    },
  };
}

/** Safe to run twice, also at once: every order's id was chosen with its row, and an order that exists is left alone. */
async function makeOrders({ database, clock }: { database: Database; clock: Clock }, payload: MakePayload) {
  await inTransaction(database.db, async (tx) => {
    const { accountId, placedAt, rowCount, drafts } = await loadDrafts(tx, payload.batchId, payload.from, payload.to);
    const now = clock.now();
    const orders = drafts.map((draft, offset) => ({
      ...draft,
      account_id: accountId,
      created_at: now.toISOString(),
      place_at: later(now, plusMs(placedAt, buyDelayMs(payload.from + offset, rowCount))).toISOString(),
    }));
    await drawOrders(tx, orders);
  });
  notifyJobs(database);
}

const later = (a: Date, b: Date): Date => (a > b ? a : b);

const smallBatch = 50;
const madePerSecond = 1000;
const boughtPerSecond = 50;

/**
 * The orders of a large batch are bought at a steady pace, and only once they are all made: whoever else orders meanwhile
 * should hardly notice, and neither should the making.
 */
function buyDelayMs(rowIndex: number, rowCount: number): number {
  if (rowCount <= smallBatch) return 0;
  return (rowCount / madePerSecond + rowIndex / boughtPerSecond) * secondMs;
}

/** Looks often while a batch is young and ever less often later: the mail is late by a tenth of the batch's age at most. */
function watchDelayMs(ageMs: number): number {
  return Math.min(Math.max(secondMs, ageMs / 10), minuteMs);
}
