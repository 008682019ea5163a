import { hourMs, minuteMs, plusMs } from '../../../kit/clock.ts';
import type { JobHandlers } from '../../../platform/queue/index.ts';
import { type FollowNeeds, followReturn } from './follow-return.ts';

declare module '../../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'returns.follow': { returnId: string };
  }
}

/** Each return has one job until the retailer has decided. */
export function returnJobs(needs: FollowNeeds): Pick<JobHandlers, 'returns.follow'> {
  return {
    'returns.follow': {
      concurrency: 10,
      leaseMs: 2 * minuteMs,
      // A retailer that is down for days is asked every hour.
      maxAttempts: 1_000_000,
      backoffMs: (attempt) => Math.min(minuteMs * 2 ** Math.min(attempt, 6), hourMs),
      async run(job, control) {
        const pollAfterMs = await followReturn(needs, job.payload.returnId, control.signal);
        if (pollAfterMs === null) return;
        await control.rescheduleAt(needs.database.db, plusMs(needs.clock.now(), pollAfterMs));
      },
    },
  };
}
