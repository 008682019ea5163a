import { poisson, quantile, randomFrom, zipfShares } from './random.ts';

export type Sharing = 'equal shares' | 'shares by backlog' | 'one counter';

export interface Shared {
  sharing: Sharing;
  /** Purchases made, as a share of those allowed while orders waited. */
  usedShare: number;
  medianWaitSeconds: number;
  p95WaitSeconds: number;
}

const seconds = 3_600;
const redealEverySeconds = 10;

/** One store with a limit of `perSecond` purchases, used by cells of unequal size at `load` of that, for an hour. */
export function shareLimit(sharing: Sharing, cells: number, perSecond: number, load: number, seed = 1): Shared {
  const random = randomFrom(seed);
  const wanted = zipfShares(cells).map((share) => share * perSecond * load);
  const waiting: number[][] = Array.from({ length: cells }, () => []);
  const waits: number[] = [];
  let parts: number[] = new Array(cells).fill(perSecond / cells);
  const credit: number[] = new Array(cells).fill(0);
  let allowed = 0;
  let used = 0;
  for (let now = 0; now < seconds; now += 1) {
    for (const [cell, queue] of waiting.entries()) {
      const arrivals = poisson(random, wanted[cell] ?? 0);
      for (let each = 0; each < arrivals; each += 1) queue.push(now);
    }
    if (sharing === 'shares by backlog' && now % redealEverySeconds === 0) parts = deal(waiting, perSecond);
    const open = waiting.reduce((sum, queue) => sum + queue.length, 0);
    allowed += Math.min(open, perSecond);
    if (sharing === 'one counter') {
      for (let each = 0; each < Math.min(open, perSecond); each += 1) {
        waits.push(now - (longestWaiting(waiting).shift() ?? now));
        used += 1;
      }
      continue;
    }
    for (const [cell, queue] of waiting.entries()) {
      // Unused allowance expires: a store counts in a window.
      credit[cell] = Math.min(credit[cell] ?? 0, 1) + (parts[cell] ?? 0);
      while (queue.length > 0 && (credit[cell] ?? 0) >= 1) {
        waits.push(now - (queue.shift() ?? now));
        credit[cell] = (credit[cell] ?? 0) - 1;
        used += 1;
      }
    }
  }
  return {
    sharing,
    usedShare: Math.min(1, used / allowed),
    medianWaitSeconds: quantile(waits, 0.5),
    p95WaitSeconds: quantile(waits, 0.95),
  };
}

function longestWaiting(waiting: readonly number[][]): number[] {
  return waiting.reduce((best, queue) =>
    (queue[0] ?? Number.POSITIVE_INFINITY) < (best[0] ?? Number.POSITIVE_INFINITY) ? queue : best,
  );
}

/** Share of the limit that is split evenly, so a cell's first order need not wait. */
const evenShare = 0.2;

/** Shares by waiting orders. */
function deal(waiting: readonly number[][], perSecond: number): number[] {
  const open = waiting.reduce((sum, queue) => sum + queue.length, 0);
  const even = 1 / waiting.length;
  return waiting.map(
    ({ length }) => perSecond * (evenShare * even + (1 - evenShare) * (open === 0 ? even : length / open)),
  );
}
