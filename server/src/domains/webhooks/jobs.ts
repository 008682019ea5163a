import { secondMs } from '../../kit/clock.ts';
import type { JobKind } from '../../platform/queue/index.ts';
import { sendJob } from './queue-webhook.ts';
import { type SenderNeeds, sendDue } from './send-due.ts';
import type { Owner } from './store.ts';

const timeoutMs = 15 * secondMs;
const backoffMsMax = 60 * secondMs;

export function webhookJobs(
  needs: Omit<SenderNeeds, 'timeoutMs' | 'chance'> & Partial<SenderNeeds>,
): Record<string, JobKind> {
  const sender: SenderNeeds = { timeoutMs, chance: Math.random, ...needs };
  return {
    [sendJob]: {
      // One place per account whose receivers keep it waiting; sockets that hang cost little.
      concurrency: 100,
      // Short, so that a dead worker's messages do not wait for long; it is extended while the job runs.
      leaseMs: 10 * secondMs,
      maxAttempts: 1_000_000,
      backoffMs: (attempt) => Math.min(secondMs * 2 ** (attempt - 1), backoffMsMax),
      async run(job, control) {
        const next = await sendDue(sender, job.payload as Owner, control.signal);
        if (next) await control.rescheduleAt(needs.database.db, next);
      },
    },
  };
}
