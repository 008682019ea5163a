import { hourMs, minuteMs, plusMs } from '../../kit/clock.ts';
import { type Executor, inTransaction } from '../../platform/database/index.ts';
import { enqueue, type JobHandlers } from '../../platform/queue/index.ts';
import { hoursKeptMs, minutesKeptMs, startOf } from './model.ts';
import { insertSamples, pruneSamples } from './store.ts';
import { lockCountedTo, writeOutcomes } from './store-outcomes.ts';
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

/** What is told late still counts: the last minutes are counted again. */
const lateMs = 3 * minuteMs;

/** Counts what orders came to since it was counted last, so that it costs what a minute brought, however many the hour has. */
export async function countOutcomes({
  database: { db },
  clock,
}: Pick<ReadingNeeds, 'database' | 'clock'>): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    const countedTo = await lockCountedTo(tx);
    const since = countedTo
      ? startOf(plusMs(countedTo < now ? countedTo : now, -lateMs), minuteMs)
      : plusMs(startOf(now, hourMs), -hourMs);
    await writeOutcomes(tx, { hour: startOf(since, hourMs), since, now });
  });
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
        await countOutcomes(needs);
        await control.rescheduleAt(db, plusMs(minute, minuteMs));
      },
    },
  };
}
