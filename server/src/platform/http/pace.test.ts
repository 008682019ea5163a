import { expect, it } from 'vitest';
import { createPace } from './pace.ts';

function paceAt(most: number) {
  let now = 0;
  const pace = createPace(most, () => now);
  /** This many responses per second, for this long, with this many in flight. */
  const run = (perSecond: number, seconds: number, underWay: number) => {
    for (let index = 0; index < perSecond * seconds; index += 1) {
      now += 1000 / perSecond;
      pace.notice(underWay);
      pace.end();
    }
    if (perSecond === 0) now += seconds * 1000;
    pace.notice(underWay);
  };
  return { pace, run };
}

it('takes a burst whole, and then as many as it answers in half a second', () => {
  const { pace, run } = paceAt(250);
  pace.notice(250);
  expect(pace.max()).toBe(250);
  run(100, 0.5, 200);
  expect(pace.max()).toBe(250);
  run(100, 2, 200);
  expect(pace.max()).toBe(50);
  run(1000, 2, 200);
  expect(pace.max()).toBe(250);
});

it('takes some even when nothing is answered, and all again when it is quiet', () => {
  const { pace, run } = paceAt(250);
  run(100, 2, 200);
  run(0, 5, 200);
  expect(pace.max()).toBe(32);
  run(10, 1, 31);
  expect(pace.max()).toBe(250);
});

it('is off if the limit is off', () => {
  const { pace, run } = paceAt(Number.POSITIVE_INFINITY);
  run(100, 2, 200);
  expect(pace.max()).toBe(Number.POSITIVE_INFINITY);
});
