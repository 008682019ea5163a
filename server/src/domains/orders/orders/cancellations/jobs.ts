import { minuteMs, plusMs } from '../../../../kit/clock.ts';
import type { JobHandlers } from '../../../../platform/queue/index.ts';
import { type CancellationNeeds, requestFromRetailer } from './request-from-retailer.ts';

declare module '../../../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'cancellations.ask': { cancellationId: string };
  }
}

export function cancellationJobs(needs: CancellationNeeds): Pick<JobHandlers, 'cancellations.ask'> {
  return {
    'cancellations.ask': {
      leaseMs: 2 * minuteMs,
      // It ends with the retailer's answer, or after a day without one.
      maxAttempts: 1_000_000,
      async run(job, control) {
        const againMs = await requestFromRetailer(needs, job.payload.cancellationId, control.signal);
        if (againMs === null) return;
        await control.rescheduleAt(needs.database.db, plusMs(needs.clock.now(), againMs));
      },
    },
  };
}
