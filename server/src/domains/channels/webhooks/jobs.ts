import { secondMs } from '../../../kit/clock.ts';
import type { JobHandlers } from '../../../platform/queue/index.ts';
import { type SenderNeeds, sendDue } from './send-due.ts';
import type { SenderScope } from './sql.ts';

declare module '../../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'webhooks.send': SenderScope;
  }
}

const timeoutMs = 15 * secondMs;
const jobBackoffMsMax = 60 * secondMs;

export function webhookJobs(
  needs: Omit<SenderNeeds, 'timeoutMs' | 'chance'> & Partial<SenderNeeds>,
): Pick<JobHandlers, 'webhooks.send'> {
  const sender: SenderNeeds = { timeoutMs, chance: Math.random, ...needs };
  return {
    'webhooks.send': {
      // One place per account whose receivers keep it waiting; sockets that hang cost little.
      concurrency: 100,
      // Short, so that a dead worker's messages do not wait for long; it is extended while the job runs.
      leaseMs: 10 * secondMs,
      maxAttempts: 1_000_000,
      backoffMs: (attempt) => Math.min(secondMs * 2 ** (attempt - 1), jobBackoffMsMax),
      async run(job, control) {
        const next = await sendDue(sender, job.payload, control.signal);
        if (next) await control.rescheduleAt(needs.database.db, next);
      },
    },
  };
}
