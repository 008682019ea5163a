import { hourMs, minuteMs, plusMs } from '../../kit/clock.ts';
import type { Executor } from '../../platform/database/index.ts';
import { enqueue, type JobKind } from '../../platform/queue/index.ts';
import { type MailNeeds, type MailPayload, mailCustomer } from './mail-customer.ts';
import { type TrackNeeds, trackOrder } from './track-order.ts';

/** Follows an order's parcels from now on. Asking twice follows it once. */
export async function followOrder(executor: Executor, orderId: string, runAt: Date): Promise<void> {
  await enqueue(executor, { kind: 'tracking.follow', payload: { orderId }, runAt, dedupeKey: `tracking ${orderId}` });
}

export function trackingJobs(needs: TrackNeeds): Record<string, JobKind> {
  return {
    'tracking.follow': {
      concurrency: 20,
      leaseMs: 2 * minuteMs,
      // A carrier that is down for days is asked again every hour until it answers.
      maxAttempts: 1_000_000,
      backoffMs: (attempt) => Math.min(minuteMs * 2 ** Math.min(attempt, 6), hourMs),
      async run(job, control) {
        const { orderId } = job.payload as { orderId: string };
        const pollAfterMs = await trackOrder(needs, orderId, control.signal);
        if (pollAfterMs === null) return;
        await control.rescheduleAt(needs.database.db, plusMs(needs.clock.now(), pollAfterMs));
      },
    },
  };
}

export function customerMailJobs(needs: MailNeeds): Record<string, JobKind> {
  return {
    'tracking.mail': {
      concurrency: 5,
      // A mail server that is away for a day is tried again; later the mail would be out of date.
      maxAttempts: 20,
      backoffMs: (attempt) => Math.min(minuteMs * 2 ** Math.min(attempt, 6), hourMs),
      run: (job) => mailCustomer(needs, job.payload as MailPayload),
    },
  };
}
