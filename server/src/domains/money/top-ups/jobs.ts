import { hourMs, minuteMs } from '../../../kit/clock.ts';
import type { JobHandlers } from '../../../platform/queue/index.ts';
import { recoverKind, recoverTopUps } from './recover-top-ups.ts';
import { payOutRefund, refundKind } from './refund-top-up.ts';
import { sweepReversals } from './reversals.ts';
import { followKind, followTopUp, type SettleNeeds } from './settle-top-up.ts';
import { sweepKind } from './sweep-kind.ts';

declare module '../../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'top-ups.follow': { topUpId: string };
    'top-ups.refund': { refundId: string };
    'top-ups.sweep': Record<string, never>;
    'top-ups.recover': { since: string };
  }
}

/** Retries until the money is final, however long a provider is down. */
export const followJobSettings = {
  concurrency: 10,
  leaseMs: 2 * minuteMs,
  maxAttempts: 1_000_000,
  backoffMs: (attempt: number) => Math.min(1000 * 2 ** Math.min(attempt, 12), hourMs),
};

export function topUpJobs(
  needs: SettleNeeds,
): Pick<JobHandlers, typeof followKind | typeof refundKind | typeof sweepKind | typeof recoverKind> {
  return {
    [followKind]: {
      ...followJobSettings,
      run: (job, control) => followTopUp(needs, job.payload.topUpId, control),
    },
    [refundKind]: {
      ...followJobSettings,
      run: (job, control) => payOutRefund(needs, job.payload.refundId, control),
    },
    [sweepKind]: {
      ...followJobSettings,
      concurrency: 1,
      run: (_job, control) => sweepReversals(needs, control),
    },
    [recoverKind]: {
      ...followJobSettings,
      concurrency: 1,
      leaseMs: 10 * minuteMs,
      run: (job) => recoverTopUps(needs, new Date(job.payload.since)),
    },
  };
}
