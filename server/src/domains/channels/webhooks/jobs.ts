import { type Clock, minuteMs, plusMs, secondMs } from '../../../kit/clock.ts';
import type { Database, Executor } from '../../../platform/database/index.ts';
import { enqueue, type JobHandlers } from '../../../platform/queue/index.ts';
import type { TeamMailNeeds } from '../../access/accounts/index.ts';
import { mailOutage, type OutageMail, queueOutageMails } from './mail-outages.ts';
import { type SenderNeeds, sendDue } from './send-due.ts';
import type { SenderScope } from './sql.ts';

declare module '../../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'webhooks.send': SenderScope;
    'webhooks.outages': Record<string, never>;
    'webhooks.mail': OutageMail;
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
      // One slot per account; hanging sockets cost little.
      concurrency: 100,
      // Short, so that a dead worker's deliveries do not wait long. Extended while the job runs.
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

const checkEveryMs = minuteMs;

/** Checks for outages every minute. */
export async function startOutageMails(executor: Executor, now: Date): Promise<void> {
  await enqueue(executor, { kind: 'webhooks.outages', payload: {}, runAt: now, dedupeKey: 'webhook outages' });
}

export function outageMailJobs(
  needs: TeamMailNeeds & { database: Database; clock: Clock },
): Pick<JobHandlers, 'webhooks.outages' | 'webhooks.mail'> {
  const { db } = needs;
  return {
    'webhooks.outages': {
      concurrency: 1,
      maxAttempts: 1_000_000,
      async run(_job, control) {
        const now = needs.clock.now();
        await queueOutageMails(needs.database, now);
        await control.rescheduleAt(db, plusMs(now, checkEveryMs));
      },
    },
    'webhooks.mail': {
      concurrency: 2,
      maxAttempts: 20,
      backoffMs: (attempt) => minuteMs * 2 ** Math.min(attempt, 6),
      run: (job) => mailOutage(needs, job.payload, needs.clock.now()),
    },
  };
}
