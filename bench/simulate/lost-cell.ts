import { measured, peakPerSecond } from './figures.ts';

export interface Outage {
  cells: number;
  awaySeconds: number;
  /** Share of accounts that cannot order meanwhile. */
  accountsHit: number;
  /** Orders in progress, which are looked up at their stores first. */
  lookedUp: number;
  /** Orders that clients send again once the cell is back. */
  sentAgain: number;
  /** From the cell's return until queues are normal. */
  drainedSeconds: number;
}

/** How long an order is in progress: waiting for its turn and its store. */
const underWaySeconds = 6;
const lookUpsPerSecond = 50;

/** A cell fails in the busiest hour and returns from its standby (seconds) or from a backup (an hour). */
export function loseCell(cells: number, awaySeconds: number): Outage {
  const perSecond = peakPerSecond / cells;
  const lookedUp = Math.ceil(perSecond * underWaySeconds);
  const sentAgain = Math.ceil(perSecond * awaySeconds);
  const spare = measured.placedPerSecond - perSecond;
  const drainedSeconds = spare <= 0 ? Number.POSITIVE_INFINITY : lookedUp / lookUpsPerSecond + sentAgain / spare;
  return { cells, awaySeconds, accountsHit: 1 / cells, lookedUp, sentAgain, drainedSeconds };
}
