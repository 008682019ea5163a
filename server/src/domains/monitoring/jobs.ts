import { hourMs, minuteMs, plusMs } from '../../kit/clock.ts';
import { type Executor, inTransaction } from '../../platform/database/index.ts';
import { enqueue, type JobHandlers } from '../../platform/queue/index.ts';
import { hoursKeptMs, minutesKeptMs, startOf } from './model.ts';
import { insertSamples, pruneSamples } from './store.ts';
import { writeOutcomes } from './store-outcomes.ts';
import { minuteOf, type ReadingNeeds, samplesOf, takeReadings } from './take-readings.ts';

declare module '../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'monitoring.sample': Record<string, never>;
  }
}

const kind = 'monitoring.sample';

/** Looks every minute, by whichever worker gets to it. */
export async function startSampling({ database: { db }, clock }: Pick<ReadingNeeds, 'database' | 'clock'>) {
  await enqueue(db, { kind, payload: {}, runAt: clock.now(), dedupeKey: kind });
}

export const pruneMonitoring = (executor: Executor, now: Date): Promise<void> =>
  pruneSamples(executor, { minutes: plusMs(now, -minutesKeptMs), hours: plusMs(now, -hoursKeptMs) });

/** What is told late still counts in its hour: the last one is counted again for ten minutes. */
const lateMs = 10 * minuteMs;

/** Counts the hour under way anew, and the last one while it may still change. */
export async function rollUp({ database: { db }, clock }: Pick<ReadingNeeds, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  const hour = startOf(now, hourMs);
  const hours = now.getTime() - hour.getTime() < lateMs ? [plusMs(hour, -hourMs), hour] : [hour];
  for (const one of hours) await inTransaction(db, (tx) => writeOutcomes(tx, one, plusMs(one, hourMs)));
}

export function monitoringJobs(needs: ReadingNeeds): Pick<JobHandlers, typeof kind> {
  return {
    [kind]: {
      concurrency: 1,
      maxAttempts: 1_000_000,
      backoffMs: () => minuteMs,
      async run(_job, control) {
        const { db } = needs.database;
        const minute = minuteOf(needs.clock.now());
        await insertSamples(db, minute, samplesOf(await takeReadings(needs)));
        await rollUp(needs);
        await control.rescheduleAt(db, plusMs(minute, minuteMs));
      },
    },
  };
}
