import { measured, peakPerSecond, year } from './figures.ts';
import { randomFrom, zipfShares } from './random.ts';

export interface Spread {
  cells: number;
  /** Load of the busiest cell in the busiest hour, as a share of its capacity. */
  busiestShare: number;
  /** The busiest cell compared with the average. */
  unevenness: number;
  /** The largest account's share of its cell's load. */
  hottestAccountShare: number;
}

/** Accounts are assigned to cells at random and stay there. How evenly does that spread the load? */
export function spreadAccounts(cells: number, seed = 1): Spread {
  const random = randomFrom(seed);
  const shares = zipfShares(year.accounts);
  const load = new Float64Array(cells);
  const hottest = new Float64Array(cells);
  for (const share of shares) {
    const cell = Math.floor(random() * cells);
    load[cell] = (load[cell] ?? 0) + share;
    hottest[cell] = Math.max(hottest[cell] ?? 0, share);
  }
  const busiest = load.indexOf(Math.max(...load));
  const busiestLoad = load[busiest] ?? 0;
  return {
    cells,
    busiestShare: (busiestLoad * peakPerSecond) / measured.placedPerSecond,
    unevenness: busiestLoad * cells,
    hottestAccountShare: (hottest[busiest] ?? 0) / busiestLoad,
  };
}
