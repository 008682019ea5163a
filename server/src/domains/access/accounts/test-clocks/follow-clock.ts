import { setTimeout as pause } from 'node:timers/promises';
import { secondMs } from '../../../../kit/clock.ts';
import { Invalid } from '../../../../kit/failure.ts';
import { runOnTestClock, type TestClock } from '../../../../kit/test-clock.ts';
import type { Executor } from '../../../../platform/database/index.ts';
import type { Caller } from '../model.ts';
import { clockIsAdvancing } from './failures.ts';
import { findOwnTestClock, findTestClock } from './sql.ts';

const invalidClock = (msg: string): Invalid => new Invalid([{ loc: ['body', 'test_clock'], msg, type: 'value_error' }]);

/** How long a request waits for an advancing clock. New work would keep the advance from ending. */
const waitMs = 20 * secondMs;
const lookMs = 50;

/** The clock of a request; null: real time. */
export async function testClockOf(
  executor: Executor,
  caller: Pick<Caller, 'accountId' | 'world'>,
  id: string | null | undefined,
): Promise<TestClock | null> {
  if (!id) return null;
  if (caller.world !== 'test') throw invalidClock('Test clocks work with test keys only');
  for (const endsAt = performance.now() + waitMs; ; await pause(lookMs)) {
    const row = await findOwnTestClock(executor, caller.accountId, id.toLowerCase());
    if (!row) throw invalidClock('No test clock has this ID');
    if (row.advance_to === null) return { id: row.id, now: row.now_at, setAt: row.set_at };
    if (performance.now() > endsAt) throw clockIsAdvancing();
  }
}

/** Runs work on the clock of an existing object. If its clock was deleted, it continues in real time. */
export async function followClockOf<T>(
  executor: Executor,
  object: { test_clock: string | null } | null | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const id = object?.test_clock ?? null;
  return id === null ? work() : runOnTestClock(await findTestClock(executor, id), work);
}
