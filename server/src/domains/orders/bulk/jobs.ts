import { minuteMs, plusMs, secondMs } from '../../../kit/clock.ts';
import type { JobHandlers, NewJob } from '../../../platform/queue/index.ts';
import { createOrders } from './create-orders.ts';
import { type NotifyNeeds, notifyBatch } from './notify-batch.ts';

declare module '../../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'bulk.make': BatchPayload;
    'bulk.watch': BatchPayload;
  }
}

interface BatchPayload {
  batchId: string;
}

/** One job creates the orders, the other waits for the end. */
export function batchJobs(batchId: string, now: Date): NewJob[] {
  const make: NewJob = { kind: 'bulk.make', payload: { batchId }, runAt: now };
  const watch: NewJob = { kind: 'bulk.watch', payload: { batchId }, runAt: plusMs(now, watchDelayMs(0)) };
  return [make, watch];
}

export function bulkJobs(needs: NotifyNeeds): Pick<JobHandlers, 'bulk.make' | 'bulk.watch'> {
  return {
    'bulk.make': {
      concurrency: 4,
      // The money is on hold, so the job retries until the orders exist.
      maxAttempts: 1_000_000,
      run: (job, { signal }) => createOrders(needs, job.payload.batchId, signal),
    },
    'bulk.watch': {
      concurrency: 2,
      maxAttempts: 1_000_000,
      async run(job, control) {
        const next = await notifyBatch(needs, job.payload.batchId);
        if (next.kind === 'done') return;
        await control.rescheduleAt(needs.database.db, plusMs(needs.clock.now(), watchDelayMs(next.ageMs)));
      },
    },
  };
}

/** Checks less often as a batch gets older: the mail is late by at most a tenth of its age. */
function watchDelayMs(ageMs: number): number {
  return Math.min(Math.max(secondMs, ageMs / 10), minuteMs);
}
