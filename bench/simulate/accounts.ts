import { measured, peakPerSecond, year } from './figures.ts';
import { randomFrom, zipfShares } from './random.ts';

export interface Spread {
  cells: number;
  /** Of the busiest cell at the busiest hour, of what it can place. */
  busiestShare: number;
  /** The busiest cell against the average. */
  unevenness: number;
  /** The part of a cell's load that is its largest account. */
  hottestAccountShare: number;
}

/** Accounts are dealt to cells at random when they are made, and stay there: how evenly does that spread the load? */
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
