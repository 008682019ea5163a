import { hourMs, minuteMs, secondMs } from '../../../kit/clock.ts';
import type { JobHandlers } from '../../../platform/queue/index.ts';
import { type AgentNotification, type NotifyNeeds, notifyAgent } from './notify-agent.ts';

declare module '../../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'ucp.tell': AgentNotification;
  }
}

/** The schedule of webhook deliveries: from seconds up to half days. */
const retryDelaysMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
];

export function ucpJobs(needs: NotifyNeeds & { retryScale: number }): Pick<JobHandlers, 'ucp.tell'> {
  return {
    'ucp.tell': {
      concurrency: 5,
      maxAttempts: retryDelaysMs.length + 1,
      backoffMs: (attempt) => Math.round((retryDelaysMs[attempt - 1] ?? 24 * hourMs) * needs.retryScale),
      run: (job) => notifyAgent(needs, job.payload),
    },
  };
}
