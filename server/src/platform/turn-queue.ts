import { secondMs } from '../kit/clock.ts';
import type { Db } from './database/index.ts';
import { deleteTurns, findTurn, planCall, planTurns, pushBack, slowDown, spendTurn } from './sql-turns.ts';

/**
 * A limit that somebody else sets on our calls: a bucket that refills at `perSecond`. All processes keep it together.
 * `burst` calls may follow each other at once, and a turn may be used up to `graceMs` late; the sum of both,
 * `burst + perSecond * graceMs`, has to stay below what the bucket holds.
 */
export interface Quota {
  name: string;
  perSecond: number;
  burst: number;
  graceMs: number;
}

/**
 * One queue for each quota, in the database: first come, first served, over all processes. Each call is given the moment
 * from which it may be made, so nobody polls and nobody overtakes. A caller that cannot wait that long keeps its turn under
 * its own name and comes back for it.
 */
export interface TurnQueue {
  /** Plans turns for these holders, one right after the other, unless the first has one. Milliseconds until the first turn. */
  join(quota: Quota, holders: readonly string[]): Promise<number>;
  /**
   * Milliseconds to wait before the call may be made. More than `patienceMs`: it must not be made now. The turn of a
   * holder is used up by a call that may be made; one that must not keeps it.
   */
  take(quota: Quota, patienceMs: number, holder?: string): Promise<number>;
  /** The bucket is empty, whatever we counted: nothing new is planned before this time is over. */
  pause(quota: Quota, ms: number): Promise<void>;
  /** The owner of the limit says how fast it really refills. */
  setRate(quota: Quota, perSecond: number): Promise<void>;
  /** Forgets turns that nobody came back for. */
  sweep(): Promise<void>;
}

const pacingOf = ({ name, perSecond, burst, graceMs }: Quota) => ({
  name,
  intervalMs: secondMs / perSecond,
  burst,
  graceMs,
});

export function createTurnQueue({ db }: { db: Db }): TurnQueue {
  return {
    async join(quota, holders) {
      const pacing = pacingOf(quota);
      const known = await findTurn(db, pacing, holders[0] ?? '');
      return known ?? (await planTurns(db, pacing, holders));
    },
    async take(quota, patienceMs, holder) {
      const pacing = pacingOf(quota);
      if (holder === undefined) return planCall(db, pacing, patienceMs);
      const waitMs = (await findTurn(db, pacing, holder)) ?? (await planTurns(db, pacing, [holder]));
      if (waitMs > patienceMs) return waitMs;
      // Another call of the same holder may have used it meanwhile: then this one joins the queue again.
      return (await spendTurn(db, pacing, holder)) ? waitMs : planCall(db, pacing, patienceMs);
    },
    pause: (quota, ms) => pushBack(db, pacingOf(quota), ms),
    async setRate(quota, perSecond) {
      if (perSecond > 0 && perSecond < quota.perSecond) await slowDown(db, quota.name, secondMs / perSecond);
    },
    sweep: () => deleteTurns(db),
  };
}
