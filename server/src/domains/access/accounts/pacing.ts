import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../../kit/clock.ts';
import type { Pacing } from '../../../platform/http/index.ts';
import type { Limiter, Rate } from '../../../platform/limiter.ts';
import { tooManyRequests, unauthorized } from './failures.ts';

/** Responses in pieces that one caller can have at a time in one process: each holds memory until it is sent. */
const openMax = 20;
const waitMs = { min: 10, max: 1000 };

/** Lets expensive requests use the rate limit of their callers. */
export function createPacer({ limiter, clock }: { limiter: Limiter; clock: Clock }) {
  const openByBucket = new Map<string, number>();

  /** Counts a request as this many, up to a caller's burst. */
  async function limit(bucket: string, rate: Rate, cost: number): Promise<void> {
    const verdicts = await Promise.all(Array.from({ length: cost }, () => limiter.take(bucket, rate)));
    for (const verdict of verdicts) {
      if (!verdict.isAllowed) throw tooManyRequests(rate.burst, verdict.retryAfterSeconds, verdict.resetAt);
    }
  }

  const pacingOf = (bucket: string, rate: Rate, counted: number, isStillValid: () => Promise<boolean>): Pacing => ({
    async countAs(requests) {
      await limit(bucket, rate, Math.max(0, Math.min(requests, rate.burst) - counted));
    },
    begin() {
      const open = openByBucket.get(bucket) ?? 0;
      if (open >= openMax && rate.perSecond > 0) throw tooManyRequests(openMax, 1, clock.now());
      openByBucket.set(bucket, open + 1);
      return () => {
        const left = (openByBucket.get(bucket) ?? 1) - 1;
        if (left === 0) openByBucket.delete(bucket);
        else openByBucket.set(bucket, left);
      };
    },
    async next() {
      for (;;) {
        const verdict = await limiter.take(bucket, rate);
        if (!(await isStillValid())) throw unauthorized();
        if (verdict.isAllowed) return;
        const left = verdict.resetAt.getTime() - clock.now().getTime();
        await pause(Math.min(Math.max(left, waitMs.min), waitMs.max));
      }
    },
  });

  return { limit, pacingOf };
}
