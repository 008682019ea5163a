import { hourMs, minuteMs, plusMs } from '../../../kit/clock.ts';
import { createBatcher } from '../../../platform/batcher.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/index.ts';
import { enqueue, type JobHandlers } from '../../../platform/queue/index.ts';
import { countedSince, hourBefore, hourRetentionMs, isLate, minuteRetentionMs } from './model.ts';
import { insertSamples, pruneSamples } from './sql.ts';
import { lockCheckpoint, recountFrom, writeOutcomes } from './sql-outcomes.ts';
import { minuteOf, type ReadingNeeds, samplesOf, takeReadings } from './take-readings.ts';

declare module '../../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'monitoring.sample': Record<string, never>;
  }
}

const kind = 'monitoring.sample';

/** Runs every minute on any worker. */
export async function startSampling({ database: { db }, clock }: Pick<ReadingNeeds, 'database' | 'clock'>) {
  await enqueue(db, { kind, payload: {}, runAt: clock.now(), dedupeKey: kind });
}

export const pruneMonitoring = (executor: Executor, now: Date): Promise<void> =>
  pruneSamples(executor, { minutes: plusMs(now, -minuteRetentionMs), hours: plusMs(now, -hourRetentionMs) });

type CountNeeds = Pick<ReadingNeeds, 'database' | 'clock'>;

/** Counts the outcomes of orders since the last count, so the cost depends on new orders only. */
export async function countOutcomes({ database: { db }, clock }: CountNeeds): Promise<void> {
  let isDone = false;
  while (!isDone) {
    isDone = await inTransaction(db, async (tx) => {
      const now = clock.now();
      const since = countedSince(await lockCheckpoint(tx), now);
      const until = plusMs(since, hourMs);
      await writeOutcomes(tx, { since, until, countedTo: until < now ? until : now });
      return until > now;
    });
  }
}

const recountersByDatabase = new WeakMap<Database, (at: Date) => Promise<void>>();

/** Requests a recount if an order ended in a minute that was already counted. */
export async function recountLate({ database, clock }: CountNeeds, at: Date): Promise<void> {
  if (!isLate(at, clock.now())) return;
  const recount =
    recountersByDatabase.get(database) ??
    createBatcher<Date, void>({
      maxBatch: 1_000,
      maxInFlight: 1,
      run: async (moments) => {
        const first = new Date(Math.min(...moments.map((moment) => moment.getTime())));
        await recountFrom(database.db, hourBefore(first));
        return moments.map(() => undefined);
      },
    });
  recountersByDatabase.set(database, recount);
  await recount(at);
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
