import { hourMs, minuteMs, plusMs, secondMs } from '../../../../kit/clock.ts';
import { enqueue, type JobHandlers } from '../../../../platform/queue/index.ts';
import { type EvaluateNeeds, evaluateRules } from './evaluate.ts';
import { type Notice, type NotifyNeeds, sendNotice } from './notify.ts';

declare module '../../../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'alerts.evaluate': Record<string, never>;
    'alerts.notify': Notice;
  }
}

export interface AlertJobNeeds extends EvaluateNeeds, NotifyNeeds {
  readAll(): Promise<ReadonlyMap<string, number>>;
}

const kind = 'alerts.evaluate';
const everyMs = 30 * secondMs;

/** Runs every 30 seconds on any worker. */
export async function startAlerting({
  database: { db },
  clock,
}: Pick<EvaluateNeeds, 'database' | 'clock'>): Promise<void> {
  await enqueue(db, { kind, payload: {}, runAt: clock.now(), dedupeKey: kind });
}

export function alertJobs(needs: AlertJobNeeds): Pick<JobHandlers, 'alerts.evaluate' | 'alerts.notify'> {
  return {
    [kind]: {
      concurrency: 1,
      maxAttempts: 1_000_000,
      backoffMs: () => everyMs,
      async run(_job, control) {
        await evaluateRules(needs, await needs.readAll());
        await control.rescheduleAt(needs.database.db, plusMs(needs.clock.now(), everyMs));
      },
    },
    'alerts.notify': {
      concurrency: 5,
      maxAttempts: 12,
      backoffMs: (attempt) => Math.min(10 * secondMs * 2 ** attempt, hourMs),
      leaseMs: minuteMs,
      run: (job) => sendNotice(needs, job.payload),
    },
  };
}
