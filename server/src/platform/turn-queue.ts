import { secondMs } from '../kit/clock.ts';
import type { Db } from './database/index.ts';
import { deleteTurns, findTurn, planCall, planTurns, pushBack, slowDown, spendTurn } from './sql-turns.ts';

/**
 * A rate limit that someone else sets on our calls: a bucket that refills at `perSecond`, shared by all processes.
 * `burst` calls may run back to back. A holder may take its turn up to `graceMs` late, and calls without a holder may be
 * sent up to `slackMs` late. `burst` and the calls in that time together must stay below the bucket's capacity.
 */
export interface Quota {
  name: string;
  perSecond: number;
  burst: number;
  graceMs: number;
  slackMs: number;
}

/**
 * One queue per quota, in the database: first come, first served, across all processes. Each call gets the time from
 * which it may run, so nobody polls and nobody overtakes. A caller that cannot wait that long keeps its turn under its
 * holder name and comes back.
 */
export interface TurnQueue {
  /** Plans consecutive turns for these holders, unless the first has one. Returns milliseconds until the first turn. */
  join(quota: Quota, holders: readonly string[]): Promise<number>;
  /**
   * Milliseconds to wait before the call. More than `patienceMs`: the call must not be made now. A holder's turn is
   * spent by a call that may be made, and kept otherwise.
   */
  take(quota: Quota, patienceMs: number, holder?: string): Promise<number>;
  /** The bucket is empty, whatever we counted: plans nothing new until this time is over. */
  pause(quota: Quota, ms: number): Promise<void>;
  /** Sets the actual refill rate, as reported by the limit's owner. */
  setRate(quota: Quota, perSecond: number): Promise<void>;
  /** Deletes turns that were never used. */
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
      // Another call of the same holder may have used it meanwhile; then join the queue again.
      return (await spendTurn(db, pacing, holder)) ? waitMs : planCall(db, pacing, patienceMs);
    },
    pause: (quota, ms) => pushBack(db, pacingOf(quota), ms),
    async setRate(quota, perSecond) {
      // A stated rate above our own changes nothing, but ends a lower one that was stated before.
      if (perSecond > 0) await slowDown(db, quota.name, secondMs / perSecond);
    },
    sweep: () => deleteTurns(db),
  };
}
