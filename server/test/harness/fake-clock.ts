import { type Clock, systemClock } from '../../src/kit/clock.ts';

export interface FakeClock extends Clock {
  advance(ms: number): void;
  set(moment: Date): void;
}

/** A clock that stands still. Sleeping advances it. */
export function fakeClock(start = new Date('2026-08-21T10:00:00.000Z')): FakeClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    advance: (ms) => {
      now += ms;
    },
    set: (moment) => {
      now = moment.getTime();
    },
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      now += ms;
    },
  };
}

/** A running clock that can be advanced. */
export function runningClock(): FakeClock {
  let ahead = 0;
  const now = (): Date => new Date(systemClock.now().getTime() + ahead);
  return {
    ...systemClock,
    now,
    advance: (ms) => {
      ahead += ms;
    },
    set: (moment) => {
      ahead = moment.getTime() - systemClock.now().getTime();
    },
  };
}
