import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from './clock.ts';

/** A clock of the sandbox: it stands still until it is advanced. */
export interface TestClock {
  readonly id: string;
  readonly now: Date;
  /** When it was set to that, in real time. */
  readonly setAt: Date;
}

const scope = new AsyncLocalStorage<TestClock | null>();

/** The test clock that the current work follows; null: real time. */
export const currentTestClock = (): TestClock | null => scope.getStore() ?? null;

/** Runs work, and all that it awaits, on a test clock; with null, in real time. */
export const runOnTestClock = <T>(clock: TestClock | null, work: () => T): T =>
  clock === currentTestClock() ? work() : scope.run(clock, work);

/**
 * How far a test clock moves by itself after it was set, so that what happens one after the other has times in that order. Less than a
 * second: `park_job` in the database takes what is due within a second as due now.
 */
const driftMsMax = 999;

/** Real time, or that of the test clock that the current work follows. Waiting takes real time on both. */
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

/** How fast the sandbox is: on a test clock always as documented, since nobody waits for it. */
export const paceOf = (timeScale: number): number => (currentTestClock() ? 1 : timeScale);
