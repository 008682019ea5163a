import { hourMs, minuteMs, secondMs } from '../../../kit/clock.ts';
import type { JobHandlers } from '../../../platform/queue/index.ts';
import { type TellNeeds, tellAgent } from './tell-agent.ts';
import type { Telling } from './tell-agent-soon.ts';

declare module '../../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'ucp.tell': Telling;
  }
}

/** As long as any receiver of webhooks is tried, in seconds at first and half days at the end. */
const waits = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
];

export function ucpJobs(needs: TellNeeds & { retryScale: number }): Pick<JobHandlers, 'ucp.tell'> {
  return {
    'ucp.tell': {
      concurrency: 5,
      maxAttempts: waits.length + 1,
      backoffMs: (attempt) => Math.round((waits[attempt - 1] ?? 24 * hourMs) * needs.retryScale),
      run: (job) => tellAgent(needs, job.payload),
    },
  };
}
