import { hourMs, minuteMs, plusMs } from '../../../kit/clock.ts';
import { createBatcher } from '../../../platform/batcher.ts';
import type { Database } from '../../../platform/database/index.ts';
import { enqueue, type JobHandlers } from '../../../platform/queue/index.ts';
import type { TeamMailNeeds } from '../../access/accounts/index.ts';
import { type MailNeeds, type MailPayload, mailCustomer } from './mail-customer.ts';
import { type LateMailPayload, mailLateOrders } from './mail-late.ts';
import { type TrackNeeds, trackOrder } from './track-order.ts';

declare module '../../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'tracking.follow': { orderId: string };
    'tracking.mail': MailPayload;
    'tracking.late-mail': LateMailPayload;
  }
}

type QueueTracking = (asked: { orderId: string; runAt: Date }) => Promise<undefined>;

const queuesByDatabase = new WeakMap<Database, QueueTracking>();

/** Follows an order's parcels from now on, once. Several orders share a statement. */
export async function startTracking(database: Database, orderId: string, runAt: Date): Promise<void> {
  const follow =
    queuesByDatabase.get(database) ??
    createBatcher<{ orderId: string; runAt: Date }, undefined>({
      maxBatch: 50,
      maxInFlight: 2,
      conflictKey: (asked) => asked.orderId,
      async run(asked) {
        // Sorted, as everywhere that locks several rows.
        const sorted = asked.toSorted((one, other) => (one.orderId < other.orderId ? -1 : 1));
        const jobs = sorted.map((each) => trackingJob(each.orderId, each.runAt));
        await enqueue(database.db, jobs);
        return asked.map(() => undefined);
      },
    });
  queuesByDatabase.set(database, follow);
  await follow({ orderId, runAt });
}

/** Key of the one job that follows an order. */
export const trackingKey = (orderId: string): string => `tracking ${orderId}`;

export const trackingJob = (orderId: string, runAt: Date) => ({
  kind: 'tracking.follow' as const,
  payload: { orderId },
  runAt,
  dedupeKey: trackingKey(orderId),
});

export function trackingJobs(needs: TrackNeeds): Pick<JobHandlers, 'tracking.follow'> {
  return {
    'tracking.follow': {
      concurrency: 20,
      leaseMs: 2 * minuteMs,
      // A carrier that is down for days is asked every hour.
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

export function trackingMailJobs(
  needs: MailNeeds & TeamMailNeeds,
): Pick<JobHandlers, 'tracking.mail' | 'tracking.late-mail'> {
  return {
    'tracking.late-mail': {
      concurrency: 2,
      maxAttempts: 20,
      backoffMs: (attempt) => minuteMs * 2 ** Math.min(attempt, 6),
      run: (job) => mailLateOrders(needs, job.payload),
    },
    'tracking.mail': {
      concurrency: 5,
      // Covers a mail server that is down for a day. Later the mail would be out of date.
      maxAttempts: 20,
      backoffMs: (attempt) => Math.min(minuteMs * 2 ** Math.min(attempt, 6), hourMs),
      run: (job) => mailCustomer(needs, job.payload),
    },
  };
}
