import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { currentTestClock, runOnTestClock } from '../kit/test-clock.ts';
import { createBatcher } from './batcher.ts';

const doubling = (sizes: number[]) => async (items: number[]) => {
  sizes.push(items.length);
  await pause(5);
  return items.map((item) => item * 2);
};

describe('createBatcher', () => {
  it('sends what arrives in one turn together, up to the largest batch', async () => {
    const sizes: number[] = [];
    const double = createBatcher({ run: doubling(sizes), maxBatch: 3, maxInFlight: 10 });
    expect(await Promise.all([1, 2, 3, 4, 5].map(double))).toEqual([2, 4, 6, 8, 10]);
    expect(sizes).toEqual([3, 2]);
  });

  it('collects items while enough batches are in flight', async () => {
    const sizes: number[] = [];
    const gate = Promise.withResolvers<void>();
    const run = async (items: number[]) => {
      sizes.push(items.length);
      await gate.promise;
      return items.map((item) => item * 2);
    };
    const double = createBatcher({ run, maxBatch: 100, maxInFlight: 1 });
    const asked = [double(1)];
    for (const item of [2, 3, 4]) {
      await nextTurn();
      asked.push(double(item));
    }
    await nextTurn();
    expect(sizes).toEqual([1]);
    gate.resolve();
    expect(await Promise.all(asked)).toEqual([2, 4, 6, 8]);
    expect(sizes).toEqual([1, 3]);
  });

  it('never runs more batches at once than allowed', async () => {
    let inFlight = 0;
    let inFlightMax = 0;
    const run = async (items: number[]) => {
      inFlight += 1;
      inFlightMax = Math.max(inFlightMax, inFlight);
      await pause(1);
      inFlight -= 1;
      return items;
    };
    const echo = createBatcher({ run, maxBatch: 2, maxInFlight: 2 });
    const items = Array.from({ length: 50 }, (_, index) => index);
    expect(await Promise.all(items.map(echo))).toEqual(items);
    expect(inFlightMax).toBe(2);
  });

  it('keeps items with the same conflict key apart', async () => {
    const batches: string[][] = [];
    const run = async (items: string[]) => {
      batches.push(items);
      return items;
    };
    const echo = createBatcher({ run, maxBatch: 10, maxInFlight: 1, conflictKey: (item) => item[0] ?? null });
    expect(await Promise.all(['a1', 'b1', 'a2', 'c1', 'a3'].map(echo))).toEqual(['a1', 'b1', 'a2', 'c1', 'a3']);
    expect(batches).toEqual([['a1', 'b1', 'c1'], ['a2'], ['a3']]);
  });

  it('rejects one item for an Error in its place', async () => {
    const run = async (items: number[]) => items.map((item) => (item === 2 ? new Error('no two') : item));
    const results = await Promise.allSettled([1, 2, 3].map(createBatcher({ run, maxBatch: 10, maxInFlight: 1 })));
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('tries each item alone when a batch fails, so that one bad item sinks nobody', async () => {
    const tried: number[][] = [];
    const run = async (items: number[]) => {
      tried.push(items);
      if (items.includes(2)) throw new Error('bad batch');
      return items;
    };
    const results = await Promise.allSettled([1, 2, 3].map(createBatcher({ run, maxBatch: 10, maxInFlight: 1 })));
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(tried).toEqual([[1, 2, 3], [1], [2], [3]]);
  });

  it('continues after a failure', async () => {
    const run = async (items: number[]) => {
      if (items[0] === 1) throw new Error('once');
      return items;
    };
    const echo = createBatcher({ run, maxBatch: 10, maxInFlight: 1 });
    await expect(echo(1)).rejects.toThrow('once');
    expect(await echo(2)).toBe(2);
  });

  it('never mixes items of different test clocks, and runs each batch on its own', async () => {
    const seen: [string | undefined, number[]][] = [];
    const run = async (items: number[]) => {
      seen.push([currentTestClock()?.id, items]);
      return items;
    };
    const echo = createBatcher({ run, maxBatch: 10, maxInFlight: 1 });
    const clock = (id: string) => ({ id, now: new Date(0), setAt: new Date(0) });
    const on = (id: string, item: number) => runOnTestClock(clock(id), () => echo(item));
    await Promise.all([on('a', 1), echo(2), on('b', 3), on('a', 4), echo(5)]);
    expect(seen).toEqual([
      ['a', [1, 4]],
      [undefined, [2, 5]],
      ['b', [3]],
    ]);
  });
});
