import { plusMs } from '../../../kit/clock.ts';
import type { JobHandlers } from '../../../platform/queue/index.ts';
import { placeOrder } from './place-order.ts';
import type { PlacementNeeds, PlacementStep } from './step.ts';

declare module '../../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'orders.place': Partial<PlacementStep> & Pick<PlacementStep, 'orderId'>;
  }
}

/** Each order has one job until its end, for retries and reconciliation too. */
export function placementJobs(needs: PlacementNeeds): Pick<JobHandlers, 'orders.place'> {
  return {
    'orders.place': {
      concurrency: 400,
      // Another worker takes over within ten seconds. The epoch shuts out a slow one.
      leaseMs: 8_000,
      // An order is never dropped: its job retries for as long as it fails.
      maxAttempts: 1_000_000,
      async run(job, control) {
        const { orderId, ...step } = job.payload;
        const next = await placeOrder(needs, { doubts: 0, ...step, orderId }, control.signal);
        if (next.kind === 'done') return needs.codes.forget(orderId);
        if (next.kind === 'paused') return;
        const runAt = plusMs(needs.clock.now(), next.delayMs);
        await control.rescheduleAt(needs.database.db, runAt, { orderId, doubts: next.doubts });
      },
    },
  };
}
