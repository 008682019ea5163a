import { minuteMs, plusMs } from '../../kit/clock.ts';
import type { JobKind } from '../../platform/queue/index.ts';
import { askRetailer, type CancellationNeeds } from './ask-retailer.ts';

export function cancellationJobs(needs: CancellationNeeds): Record<string, JobKind> {
  return {
    'cancellations.ask': {
      leaseMs: 2 * minuteMs,
      // It ends by itself, with the retailer's answer or after a day without one.
      maxAttempts: 1_000_000,
      async run(job, control) {
        const { cancellationId } = job.payload as { cancellationId: string };
        const againMs = await askRetailer(needs, cancellationId, control.signal);
        if (againMs === null) return;
        await control.rescheduleAt(needs.database.db, plusMs(needs.clock.now(), againMs));
      },
    },
  };
}
