import { type Clock, systemClock } from '../../kit/clock.ts';

/** A moment of the database, and when this process asked and heard it, on its own monotonic clock. */
export interface ClockSample {
  databaseMs: number;
  askedMs: number;
  receivedMs: number;
}

export interface DatabaseClock extends Clock {
  learn(sample: ClockSample): void;
}

interface ClockNeeds {
  /** Milliseconds that only ever grow, whatever is done to the clock on the wall. */
  monotonicMs?: () => number;
  wallMs?: () => number;
}

// A slow answer says little about when it was given.
const roundTripMsMax = 250;

/**
 * The database's clock, carried on between two looks at it by the monotonic clock of this process. Setting the
 * machine's clock changes nothing here, and all processes agree on what is due.
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
      // Within the trip's time the two agree: nothing is gained by trembling.
      if (Math.abs(next - offsetMs) > tripMs + 1) offsetMs = next;
    },
  };
}
