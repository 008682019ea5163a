import { expect, it } from 'vitest';
import { createDatabaseClock } from './clock.ts';

const start = Date.UTC(2026, 7, 21, 10);
const hourMs = 3_600_000;

/** As exact as a round trip of a few milliseconds allows. */
const near = (clock: { now(): Date }, ms: number) => expect(Math.abs(clock.now().getTime() - ms)).toBeLessThan(10);

function machine() {
  const state = { wall: start, monotonic: 5_000 };
  const clock = createDatabaseClock({ wallMs: () => state.wall, monotonicMs: () => state.monotonic });
  const pass = (ms: number) => {
    state.wall += ms;
    state.monotonic += ms;
  };
  const hear = (databaseMs: number, tripMs = 4) => {
    pass(tripMs);
    clock.learn({ databaseMs, askedMs: state.monotonic - tripMs, receivedMs: state.monotonic });
  };
  return { state, clock, pass, hear };
}

it('tells the time of the machine until the database has told its own', () => {
  const { clock, hear, pass } = machine();
  expect(clock.now().getTime()).toBe(start);
  hear(start - hourMs);
  near(clock, start - hourMs);
  pass(1000);
  near(clock, start - hourMs + 1000);
});

it.each([hourMs, -hourMs])('does not follow the machine when its clock is moved by %d ms', (jump) => {
  const { clock, hear, pass, state } = machine();
  hear(start);
  state.wall += jump;
  pass(1000);
  near(clock, start + 1000);
});

it('follows the database when its clock is set, and ignores network jitter', () => {
  const { clock, hear, pass } = machine();
  hear(start);
  const before = clock.now().getTime();
  hear(start + 4, 4);
  expect(clock.now().getTime()).toBe(before + 4);
  pass(1000);
  hear(start + hourMs);
  near(clock, start + hourMs);
});

it('ignores an answer that took too long', () => {
  const { clock, hear } = machine();
  hear(start);
  const before = clock.now().getTime();
  hear(start + 10_000, 3000);
  expect(clock.now().getTime()).toBe(before + 3000);
});
