import { describe, expect, it } from 'vitest';
import { dayMs, minuteMs, plusMs } from '../../kit/clock.ts';
import { isAdvanceTooFar, isNearEnough, strideMs } from './clock-model.ts';

const start = new Date('2026-12-01T00:00:00Z');

/** How often an advance stops when something is due so often, always as long after it was done. */
function stopsOf(days: number, everyMs: number): { stops: number; exact: number } {
  const to = plusMs(start, days * dayMs);
  let now = start;
  let exact = 0;
  for (let stops = 0; ; stops += 1) {
    const due = plusMs(now, everyMs);
    if (due > to) return { stops, exact };
    const stride = strideMs({ stops, now_at: now, advance_to: to });
    if (stride === 0) exact += 1;
    now = new Date(Math.min(due.getTime() + stride, to.getTime()));
  }
}

describe('an advance', () => {
  it('stops wherever something is due', () => {
    expect(stopsOf(30, dayMs)).toEqual({ stops: 30, exact: 30 });
  });

  it('over 400 days comes to an end where something is due every minute', () => {
    const { stops, exact } = stopsOf(400, minuteMs);
    expect(exact).toBe(200);
    expect(stops).toBeLessThanOrEqual(401);
  });

  it('only goes forward, by at most 400 days', () => {
    expect(isAdvanceTooFar(start, plusMs(start, 400 * dayMs))).toBe(false);
    expect(isAdvanceTooFar(start, plusMs(start, 400 * dayMs + 1))).toBe(true);
    expect([isNearEnough(plusMs(start, -400 * dayMs), start), isNearEnough(plusMs(start, 401 * dayMs), start)]).toEqual(
      [true, false],
    );
  });
});
