import { measured, peakPerSecond } from './figures.ts';

export interface Outage {
  cells: number;
  awaySeconds: number;
  /** Of the accounts, those that cannot order meanwhile. */
  accountsHit: number;
  /** Orders that were under way, which are looked up at their stores before anything is bought for them. */
  lookedUp: number;
  /** Orders that clients kept and send again when the cell is back. */
  sentAgain: number;
  /** From the cell's return until nothing waits longer than on any other day. */
  drainedSeconds: number;
}

/** Seconds that an order is under way: waiting for its turn and for its store. */
const underWaySeconds = 6;
const lookUpsPerSecond = 50;

/** One cell goes away at the busiest hour and comes back from its standby (seconds) or from a backup (an hour). */
export function loseCell(cells: number, awaySeconds: number): Outage {
  const perSecond = peakPerSecond / cells;
  const lookedUp = Math.ceil(perSecond * underWaySeconds);
  const sentAgain = Math.ceil(perSecond * awaySeconds);
  const spare = measured.placedPerSecond - perSecond;
  const drainedSeconds = spare <= 0 ? Number.POSITIVE_INFINITY : lookedUp / lookUpsPerSecond + sentAgain / spare;
  return { cells, awaySeconds, accountsHit: 1 / cells, lookedUp, sentAgain, drainedSeconds };
}
