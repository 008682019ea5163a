import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../kit/clock.ts';
import { type Database, inTransaction } from '../../platform/database/index.ts';
import {
  enqueue,
  findNextParked,
  hasRunningJobs,
  type JobHandlers,
  notifyJobs,
  releaseParked,
} from '../../platform/queue/index.ts';
import {
  type Caller,
  clockIsAdvancing,
  endAdvance,
  findAdvance,
  lockOwnTestClock,
  moveTestClock,
  startAdvance,
  type TestClockRow,
} from '../access/accounts/index.ts';
import { isAdvanceTooFar, strideMs } from './clock-model.ts';
import { clockUnknown, tooFar } from './failures.ts';

declare module '../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'test-clocks.advance': { testClockId: string };
  }
}

const kind = 'test-clocks.advance';

interface Needs {
  database: Database;
  clock: Clock;
}

/** Starts an advance. Of two at once, one is refused. */
export async function advanceClock(
  { database }: Needs,
  { accountId }: Caller,
  id: string,
  targetOf: (now: Date) => Date,
): Promise<TestClockRow> {
  return inTransaction(database.db, async (tx) => {
    const clock = await lockOwnTestClock(tx, accountId, id);
    if (!clock) throw clockUnknown();
    if (clock.advance_to !== null) throw clockIsAdvancing();
    const to = targetOf(clock.now_at);
    if (to < clock.now_at || isAdvanceTooFar(clock.now_at, to)) throw tooFar(clock.now_at);
    await startAdvance(tx, id, to);
    await enqueue(tx, { kind, payload: { testClockId: id }, dedupeKey: id });
    return { ...clock, advance_to: to };
  });
}

/** Jobs of a clock that run at once. Other sandboxes share the workers. */
const portion = 50;
/** How long a job works on a clock before it goes to the end of the queue. */
const turnMs = 200;
const lookMs = 10;

export function testClockJobs(needs: Needs): Pick<JobHandlers, typeof kind> {
  const { database, clock } = needs;
  return {
    [kind]: {
      concurrency: 4,
      maxAttempts: 1_000_000,
      async run(job, control) {
        const { testClockId: id } = job.payload;
        const endsAt = performance.now() + turnMs;
        while (performance.now() < endsAt) {
          control.signal.throwIfAborted();
          if (await hasRunningJobs(database.db, id)) await pause(lookMs);
          else if ((await takeStep(needs, id)) === 'done') return;
        }
        await control.rescheduleAt(database.db, clock.now());
        notifyJobs(database);
      },
    },
  };
}

/** Moves the clock to the next due time and runs what is due, or to the end if nothing is. */
async function takeStep({ database, clock }: Needs, id: string): Promise<'more' | 'done'> {
  return inTransaction(database.db, async (tx) => {
    const moving = await findAdvance(tx, id);
    if (!moving) return 'done';
    const until = moving.advance_to;
    const next = await findNextParked(tx, id, { until, strideMs: strideMs(moving) });
    // From here to the commit, nothing that follows the clock can write jobs.
    await moveTestClock(tx, id, next ?? until, clock.now());
    if (next === null && (await findNextParked(tx, id, { until, strideMs: 0 })) === null) {
      await endAdvance(tx, id);
      return 'done';
    }
    await releaseParked(tx, id, next ?? until, portion);
    return 'more';
  });
}
