import { describe, expect, it } from 'vitest';
import { spreadAccounts } from './accounts.ts';
import { measured, peakPerSecond } from './figures.ts';
import { loseCell } from './lost-cell.ts';
import { poisson, randomFrom, zipfShares } from './random.ts';
import { shareLimit } from './store-limits.ts';

describe('the numbers that the simulation draws', () => {
  it('are the same in every run, and average what they should', () => {
    const [one, other] = [randomFrom(7), randomFrom(7)];
    expect(Array.from({ length: 5 }, one)).toEqual(Array.from({ length: 5 }, other));
    for (const mean of [0.3, 4, 120]) {
      const random = randomFrom(3);
      const sum = Array.from({ length: 5_000 }, () => poisson(random, mean)).reduce((total, each) => total + each, 0);
      expect(sum / 5_000 / mean).toBeCloseTo(1, 1);
    }
    expect(zipfShares(1_000).reduce((total, share) => total + share, 0)).toBeCloseTo(1);
  });
});

describe('cells', () => {
  it('one cell carries everything; more of them carry less each, never less than an even part', () => {
    expect(spreadAccounts(1).busiestShare).toBeCloseTo(peakPerSecond / measured.placedPerSecond);
    for (const cells of [2, 8, 32]) expect(spreadAccounts(cells).unevenness).toBeGreaterThanOrEqual(1);
    expect(spreadAccounts(8).busiestShare).toBeLessThan(spreadAccounts(2).busiestShare);
  });

  it('a store never sells more than it allows, and shares by backlog waste less than equal ones', () => {
    const [equal, backlog, counter] = (['equal shares', 'shares by backlog', 'one counter'] as const).map((sharing) =>
      shareLimit(sharing, 8, 10, 0.9),
    );
    expect(counter?.usedShare).toBe(1);
    expect(backlog?.usedShare).toBeGreaterThan(equal?.usedShare ?? 1);
    expect(backlog?.p95WaitSeconds).toBeLessThan(equal?.p95WaitSeconds ?? 0);
  });

  it('a lost cell clears its backlog only within the store’s limit', () => {
    expect(loseCell(8, 15).drainedSeconds).toBeLessThan(15);
    expect(loseCell(8, 3_600).drainedSeconds).toBeGreaterThan(loseCell(8, 15).drainedSeconds);
  });
});
