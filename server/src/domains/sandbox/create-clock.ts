import type { Clock } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { type Db, inTransaction } from '../../platform/database/index.ts';
import { unparkJobs } from '../../platform/queue/index.ts';
import {
  type Caller,
  clockIsAdvancing,
  deleteTestClock,
  insertTestClock,
  lockAccountOfKey,
  lockOwnTestClock,
  type TestClockRow,
} from '../access/accounts/index.ts';
import { clocksMax, isNearEnough } from './clock-model.ts';
import { clockUnknown, frozenTooFar, tooManyClocks } from './failures.ts';

interface Needs {
  db: Db;
  clock: Clock;
}

export async function createClock(
  { db, clock }: Needs,
  caller: Caller,
  asked: { name: string | null; frozenAt: Date | null },
): Promise<TestClockRow> {
  const now = clock.now();
  const nowAt = asked.frozenAt ?? now;
  if (!isNearEnough(nowAt, now)) throw frozenTooFar();
  return inTransaction(db, async (tx) => {
    // Its sandbox may have just been claimed.
    const accountId = (await lockAccountOfKey(tx, caller.keyId)) ?? caller.accountId;
    const row = await insertTestClock(
      tx,
      { id: newId(), accountId, name: asked.name, nowAt, createdAt: now },
      clocksMax,
    );
    if (!row) throw tooManyClocks();
    return row;
  });
}

/** What followed the clock continues in real time. */
export async function deleteClock({ db }: Needs, { accountId }: Caller, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const clock = await lockOwnTestClock(tx, accountId, id);
    if (!clock) throw clockUnknown();
    if (clock.advance_to !== null) throw clockIsAdvancing();
    await unparkJobs(tx, id, clock.now_at);
    await deleteTestClock(tx, id);
  });
}
