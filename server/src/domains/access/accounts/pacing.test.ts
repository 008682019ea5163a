import { expect, it } from 'vitest';
import { fakeClock } from '../../../../test/harness/fake-clock.ts';
import { plusMs } from '../../../kit/clock.ts';
import type { Limiter } from '../../../platform/limiter.ts';
import { createPacer } from './pacing.ts';

const rate = { perSecond: 50, burst: 100 };

const always = async () => true;

function pacerWith(tokens: number) {
  const clock = fakeClock();
  const bucket = { tokens };
  const limiter: Limiter = {
    async take() {
      if (bucket.tokens === 0) return { isAllowed: false, retryAfterSeconds: 1, resetAt: plusMs(clock.now(), 20) };
      bucket.tokens -= 1;
      return { isAllowed: true };
    },
    sweep: async () => {},
  };
  return { bucket, ...createPacer({ limiter, clock }) };
}

it('counts an expensive request as several, but never counts the same cost twice', async () => {
  const { bucket, pacingOf } = pacerWith(100);
  await pacingOf('key:a', rate, 1, always).countAs(50);
  expect(bucket.tokens).toBe(51);
  await pacingOf('key:a', rate, 65, always).countAs(50);
  expect(bucket.tokens).toBe(51);
  await expect(pacingOf('key:a', rate, 1, always).countAs(1000)).rejects.toMatchObject({ status: 429 });
});

it('waits for the rest of a long response until the limit allows it', async () => {
  const { bucket, pacingOf } = pacerWith(0);
  let isSent = false;
  const sent = pacingOf('key:a', rate, 1, always)
    .next()
    .then(() => {
      isSent = true;
    });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isSent).toBe(false);
  bucket.tokens = 1;
  await sent;
  expect(bucket.tokens).toBe(0);
});

it('ends a long response of a caller who is no longer valid', async () => {
  const { bucket, pacingOf } = pacerWith(100);
  let isValid = true;
  const pacing = pacingOf('key:a', rate, 1, async () => isValid);
  await pacing.next();
  isValid = false;
  await expect(pacing.next()).rejects.toMatchObject({ status: 401 });
  bucket.tokens = 0;
  await expect(pacing.next()).rejects.toMatchObject({ status: 401 });
});

it('refuses too many long responses of one caller at a time, and of nobody else', () => {
  const { pacingOf } = pacerWith(100);
  const ends = Array.from({ length: 20 }, () => pacingOf('key:a', rate, 1, always).begin());
  expect(() => pacingOf('key:a', rate, 1, always).begin()).toThrow(expect.objectContaining({ status: 429 }));
  pacingOf('key:b', rate, 1, always).begin();
  ends[0]?.();
  pacingOf('key:a', rate, 1, always).begin();
});
