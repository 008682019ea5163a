import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from './clock.ts';

/** A sandbox clock that stands still until it is advanced. */
export interface TestClock {
  readonly id: string;
  readonly now: Date;
  /** When it was set, in real time. */
  readonly setAt: Date;
}

const scope = new AsyncLocalStorage<TestClock | null>();

/** The test clock of the current work; null: real time. */
export const currentTestClock = (): TestClock | null => scope.getStore() ?? null;

/** Runs work, and everything it awaits, on a test clock, or in real time for null. */
export const runOnTestClock = <T>(clock: TestClock | null, work: () => T): T =>
  clock === currentTestClock() ? work() : scope.run(clock, work);

/**
 * How far a test clock drifts after it was set, so consecutive events have increasing times. Less than a second:
 * `park_job` in the database treats jobs due within a second as due now.
 */
const driftMsMax = 999;

/** Real time, or that of the current test clock. Sleeping takes real time on both. */
export const followTestClocks = (clock: Clock): Clock => ({
  now() {
    const real = clock.now();
    const followed = currentTestClock();
    if (!followed) return real;
    const driftMs = Math.min(Math.max(real.getTime() - followed.setAt.getTime(), 0), driftMsMax);
    return new Date(followed.now.getTime() + driftMs);
  },
  sleep: (ms, signal) => clock.sleep(ms, signal),
});

/** The sandbox's speed. On a test clock it is always the documented one, because nobody waits for it. */
export const paceOf = (timeScale: number): number => (currentTestClock() ? 1 : timeScale);
