import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock } from '../../test/harness/fake-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../test/harness/postgres.ts';
import { createLimiter, type Limiter, type Verdict } from './limiter.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const rate = { perSecond: 10, burst: 20 };
const turn = () => new Promise((resolve) => setImmediate(resolve));

function twoProcesses() {
  const clock = fakeClock();
  const needs = { db: test.database.db, clock };
  return { clock, limiters: [createLimiter(needs), createLimiter(needs)] as [Limiter, Limiter] };
}

const allowed = (verdicts: Verdict[]): number => verdicts.filter((verdict) => verdict.isAllowed).length;

describe('limiter', () => {
  it('allows at most one burst, across all processes', async () => {
    const { limiters } = twoProcesses();
    const verdicts = await Promise.all(Array.from({ length: 200 }, (_, n) => limiters[n % 2 ? 0 : 1].take('a', rate)));
    expect(allowed(verdicts)).toBe(rate.burst);
  });

  it('never passes rate and burst in a long time, and wastes little of them', async () => {
    const { clock, limiters } = twoProcesses();
    let passed = 0;
    for (let step = 0; step < 100; step += 1) {
      passed += allowed(await Promise.all(limiters.flatMap((each) => [each.take('b', rate), each.take('b', rate)])));
      clock.advance(100);
    }
    expect(passed).toBeLessThanOrEqual(rate.burst + 10 * rate.perSecond);
    expect(passed).toBeGreaterThan(0.8 * (rate.burst + 10 * rate.perSecond));
  });

  it('says how long to wait, and lets in a caller that has waited', async () => {
    const { clock, limiters } = twoProcesses();
    await Promise.all(Array.from({ length: 50 }, () => limiters[0].take('c', rate)));
    const refused = await limiters[1].take('c', rate);
    expect(refused).toMatchObject({ isAllowed: false, retryAfterSeconds: 1 });
    const { resetAt } = refused as { resetAt: Date };
    expect(resetAt.getTime() - clock.now().getTime()).toBeGreaterThan(0);
    expect(resetAt.getTime() - clock.now().getTime()).toBeLessThanOrEqual(100);
    clock.set(resetAt);
    expect(await limiters[1].take('c', rate)).toEqual({ isAllowed: true });
  });

  it('rejects nobody while tokens are taken for someone else', async () => {
    const { limiters } = twoProcesses();
    const verdicts: Promise<Verdict>[] = [];
    for (let late = 0; late < rate.burst; late += 1) {
      verdicts.push(limiters[0].take('d', rate));
      await turn();
    }
    expect(allowed(await Promise.all(verdicts))).toBe(rate.burst);
  });

  it('refills to the burst and no further', async () => {
    const { clock, limiters } = twoProcesses();
    await Promise.all(Array.from({ length: 40 }, () => limiters[0].take('e', rate)));
    clock.advance(60_000);
    const verdicts = await Promise.all(Array.from({ length: 40 }, () => limiters[0].take('e', rate)));
    expect(allowed(verdicts)).toBe(rate.burst);
  });

  it('keeps buckets apart, and has no opinion without a rate', async () => {
    const { limiters } = twoProcesses();
    await Promise.all(Array.from({ length: 40 }, () => limiters[0].take('f', rate)));
    expect(await limiters[0].take('g', rate)).toEqual({ isAllowed: true });
    const free = await Promise.all(
      Array.from({ length: 500 }, () => limiters[0].take('h', { perSecond: 0, burst: 0 })),
    );
    expect(allowed(free)).toBe(500);
  });

  it('forgets buckets that are full again', async () => {
    const { clock, limiters } = twoProcesses();
    await limiters[0].take('i', rate);
    clock.advance(40 * 60_000);
    await limiters[0].sweep();
    const verdicts = await Promise.all(Array.from({ length: 40 }, () => limiters[0].take('i', rate)));
    expect(allowed(verdicts)).toBe(rate.burst);
  });

  it('fails when the database does, and works again with it', async () => {
    const gone = await createTestDatabase();
    const limiter = createLimiter({ db: gone.database.db, clock: fakeClock() });
    await gone.drop();
    await expect(limiter.take('j', rate)).rejects.toThrow();
    await expect(limiter.take('j', rate)).rejects.toThrow();
  });
});
