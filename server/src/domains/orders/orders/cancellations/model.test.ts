import { describe, expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs, plusMs } from '../../../../kit/clock.ts';
import { canMove } from '../../../../kit/moves.ts';
import { type CancellationStatus, cancellationMoves, nextCheckMs } from './model.ts';

const statuses: CancellationStatus[] = ['pending', 'cancelled', 'refused'];

describe('cancellations', () => {
  it('end once, and stay final', () => {
    for (const from of statuses) {
      for (const to of statuses) {
        expect(canMove(cancellationMoves, from, to)).toBe(from === 'pending' && to !== 'pending');
      }
    }
  });

  it('are checked at increasing intervals, for a day', () => {
    const start = new Date('2026-08-21T10:00:00.000Z');
    const waitAt = (ms: number) => nextCheckMs(start, plusMs(start, ms));
    expect(waitAt(0)).toBe(minuteMs);
    expect(waitAt(10 * minuteMs)).toBe(10 * minuteMs);
    expect(waitAt(5 * hourMs)).toBe(hourMs);
    expect(waitAt(dayMs)).toBeNull();
  });
});
