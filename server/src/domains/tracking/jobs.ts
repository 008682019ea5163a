import { hourMs, minuteMs, plusMs } from '../../kit/clock.ts';
import type { Executor } from '../../platform/database/index.ts';
import { enqueue, type JobHandlers } from '../../platform/queue/index.ts';
import { type MailNeeds, type MailPayload, mailCustomer } from './mail-customer.ts';
import { type TrackNeeds, trackOrder } from './track-order.ts';

declare module '../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'tracking.follow': { orderId: string };
    'tracking.mail': MailPayload;
  }
}

/** Follows an order's parcels from now on. Asking twice follows it once. */
export async function followOrder(executor: Executor, orderId: string, runAt: Date): Promise<void> {
  await enqueue(executor, { kind: 'tracking.follow', payload: { orderId }, runAt, dedupeKey: `tracking ${orderId}` });
}

export function trackingJobs(needs: TrackNeeds): Pick<JobHandlers, 'tracking.follow'> {
  return {
    'tracking.follow': {
      concurrency: 20,
      leaseMs: 2 * minuteMs,
      // A carrier that is down for days is asked again every hour until it answers.
      maxAttempts: 1_000_000,
      backoffMs: (attempt) => Math.min(minuteMs * 2 ** Math.min(attempt, 6), hourMs),
      async run(job, control) {
        const pollAfterMs = await trackOrder(needs, job.payload.orderId, control.signal);
        if (pollAfterMs === null) return;
        await control.rescheduleAt(needs.database.db, plusMs(needs.clock.now(), pollAfterMs));
      },
    },
  };
}

export function customerMailJobs(needs: MailNeeds): Pick<JobHandlers, 'tracking.mail'> {
  return {
    'tracking.mail': {
      concurrency: 5,
      // A mail server that is away for a day is tried again; later the mail would be out of date.
      maxAttempts: 20,
      backoffMs: (attempt) => Math.min(minuteMs * 2 ** Math.min(attempt, 6), hourMs),
      run: (job) => mailCustomer(needs, job.payload),
    },
  };
}
