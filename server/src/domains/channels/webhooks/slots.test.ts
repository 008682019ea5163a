import { describe, expect, it } from 'vitest';
import { createSlots } from './slots.ts';

let time = 0;
const to = (receiver: string, origin = 'https://a.example') => ({ origin, receiver });

/** How many more deliveries this endpoint may get now. */
function takeAll(slots: ReturnType<typeof createSlots>, receiver: string, origin?: string): number {
  for (let taken = 0; ; taken += 1) if (!slots.take(to(receiver, origin))) return taken;
}

describe('slots', () => {
  it('are gained by successes and lost by failures', () => {
    const slotsAfter = (answers: boolean[]) => {
      const slots = createSlots(() => time);
      for (const isWell of answers) {
        const one = to('/a');
        slots.take(one);
        slots.release(one, isWell);
      }
      return takeAll(slots, '/a');
    };
    expect([
      slotsAfter([]),
      slotsAfter([true]),
      slotsAfter([true, true]),
      slotsAfter([true, true, true, true]),
    ]).toEqual([1, 2, 4, 8]);
    expect(slotsAfter([true, true, false])).toBe(1);
  });

  it('are available again a second after a request hangs, up to eight for an endpoint', () => {
    const slots = createSlots(() => time);
    const taken = Array.from({ length: 12 }, () => {
      const count = takeAll(slots, '/hangs');
      expect(slots.busy().receivers).toEqual(['/hangs']);
      time += 1001;
      return count;
    });
    expect(taken).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0]);
  });

  it('are reserved: hanging endpoints take at most half of them', () => {
    const slots = createSlots(() => time);
    for (let round = 0; round < 10; round += 1) {
      for (let endpoint = 0; endpoint < 20; endpoint += 1) slots.take(to(`/${endpoint}`));
      time += 1001;
    }
    expect(slots.isFull()).toBe(false);
    expect(takeAll(slots, '/well', 'https://b.example')).toBe(1);
  });
});
