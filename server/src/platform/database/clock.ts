import { type Clock, systemClock } from '../../kit/clock.ts';

/** A database timestamp, with the monotonic times before and after this process asked for it. */
export interface ClockSample {
  databaseMs: number;
  askedMs: number;
  receivedMs: number;
}

export interface DatabaseClock extends Clock {
  learn(sample: ClockSample): void;
}

interface ClockNeeds {
  /** A monotonic clock in milliseconds. */
  monotonicMs?: () => number;
  wallMs?: () => number;
}

// A slow response says little about the time.
const roundTripMsMax = 250;

/**
 * The database's clock, extrapolated with this process's monotonic clock. Changing the machine's clock has no effect,
 * and all processes agree on what is due.
 */
export function createDatabaseClock(needs: ClockNeeds = {}): DatabaseClock {
  const { monotonicMs = () => performance.now(), wallMs = () => Date.now() } = needs;
  let offsetMs = wallMs() - monotonicMs();
  let hasLearned = false;
  return {
    now: () => new Date(monotonicMs() + offsetMs),
    sleep: systemClock.sleep,
    learn({ databaseMs, askedMs, receivedMs }) {
      const tripMs = receivedMs - askedMs;
      if (hasLearned && tripMs > roundTripMsMax) return;
      hasLearned = true;
      const next = databaseMs + tripMs / 2 - receivedMs;
      // Differences within the round trip are noise; ignoring them avoids jitter.
      if (Math.abs(next - offsetMs) > tripMs + 1) offsetMs = next;
    },
  };
}
