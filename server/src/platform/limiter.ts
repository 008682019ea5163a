import { type Clock, hourMs, plusMs, secondMs } from '../kit/clock.ts';
import type { Db } from './database/index.ts';
import { deleteBuckets, drawTokens } from './sql-limiter.ts';

/** How fast a bucket refills, and its capacity. */
export interface Rate {
  perSecond: number;
  burst: number;
}

export type Verdict = { isAllowed: true } | { isAllowed: false; retryAfterSeconds: number; resetAt: Date };

/**
 * Token buckets in the database, shared by all processes. A process draws a few tokens at a time and spends them
 * locally, so a busy key costs far less than one statement per request. The total over all processes never exceeds the
 * rate. Tokens not spent within a second are lost, which is the safe direction.
 */
export interface Limiter {
  take(bucket: string, rate: Rate): Promise<Verdict>;
  /** Deletes buckets that were not used for a while. */
  sweep(): Promise<void>;
}

interface LocalBucket {
  tokens: number;
  expiresAt: number;
  refusedUntil: number;
  waiting: { resolve(verdict: Verdict): void; reject(error: unknown): void }[];
  lastDrawAt: number;
  chunk: number;
}

const keepMs = secondMs;
const localMax = 20_000;
/** The slowest buckets refill in two hours. Deleting one sooner would reset its limit. */
const sweepAfterMs = 3 * hourMs;

export function createLimiter(needs: { db: Db; clock: Clock }): Limiter {
  const localByBucket = new Map<string, LocalBucket>();

  function localOf(bucket: string): LocalBucket {
    let local = localByBucket.get(bucket);
    if (!local) {
      if (localByBucket.size >= localMax) dropIdle();
      local = { tokens: 0, expiresAt: 0, refusedUntil: 0, waiting: [], lastDrawAt: 0, chunk: 1 };
      localByBucket.set(bucket, local);
    }
    return local;
  }

  function dropIdle(): void {
    for (const [bucket, local] of localByBucket) if (local.waiting.length === 0) localByBucket.delete(bucket);
  }

  function refusal(local: LocalBucket, now: number): Verdict {
    const retryAfterSeconds = Math.max(1, Math.ceil((local.refusedUntil - now) / secondMs));
    return { isAllowed: false, retryAfterSeconds, resetAt: new Date(local.refusedUntil) };
  }

  /** Draws for all waiting requests. A request that arrives during a draw gets the next one. */
  async function serve(bucket: string, rate: Rate, local: LocalBucket): Promise<void> {
    try {
      while (local.waiting.length > 0) settle(local, await draw(bucket, rate, local));
    } catch (error) {
      for (const { reject } of local.waiting.splice(0)) reject(error);
    }
  }

  /** True if the bucket had enough tokens. */
  async function draw(bucket: string, rate: Rate, local: LocalBucket): Promise<boolean> {
    const now = needs.clock.now();
    // A bucket drawn from a moment ago is busy: draw more at a time, up to a tenth of a second's worth.
    const isBusy = now.getTime() - local.lastDrawAt < 200;
    local.chunk = isBusy ? Math.min(local.chunk * 2, Math.max(1, Math.floor(rate.perSecond / 10))) : 1;
    local.lastDrawAt = now.getTime();
    const wanted = Math.max(local.chunk, local.waiting.length);
    const drawn = await drawTokens(needs.db, bucket, rate, wanted, now);
    local.tokens = drawn.granted;
    local.expiresAt = now.getTime() + keepMs;
    if (drawn.granted >= wanted) return true;
    local.refusedUntil = now.getTime() + ((1 - drawn.left) / rate.perSecond) * secondMs;
    return false;
  }

  function settle(local: LocalBucket, gotAll: boolean): void {
    for (const { resolve } of local.waiting.splice(0, Math.floor(local.tokens))) {
      local.tokens -= 1;
      resolve({ isAllowed: true });
    }
    if (gotAll) return;
    const now = needs.clock.now().getTime();
    for (const { resolve } of local.waiting.splice(0)) resolve(refusal(local, now));
  }

  return {
    take(bucket, rate) {
      if (rate.perSecond <= 0) return Promise.resolve({ isAllowed: true });
      const local = localOf(bucket);
      const now = needs.clock.now().getTime();
      if (local.tokens >= 1 && local.expiresAt > now) {
        local.tokens -= 1;
        return Promise.resolve({ isAllowed: true });
      }
      if (local.refusedUntil > now) return Promise.resolve(refusal(local, now));
      return new Promise<Verdict>((resolve, reject) => {
        local.waiting.push({ resolve, reject });
        if (local.waiting.length === 1) setImmediate(() => void serve(bucket, rate, local));
      });
    },
    async sweep() {
      await deleteBuckets(needs.db, plusMs(needs.clock.now(), -sweepAfterMs));
      dropIdle();
    },
  };
}
