import { describe, expect, it } from 'vitest';
import { hourMs } from '../../kit/clock.ts';
import { toCents } from '../../kit/money.ts';
import { isWithinMaxPrice, queueTimeLeftMs, reconcileDelayMs, retryDelayMs } from './model.ts';

describe('retries', () => {
  const createdAt = new Date('2026-08-21T10:00:00Z');
  const live = { createdAt, now: createdAt, sandboxTimeScale: null, retryAfterMs: undefined };
  it('backs off and stops after five attempts', () => {
    expect([1, 2, 3, 4, 5].map((attempts) => retryDelayMs({ ...live, attempts }))).toEqual([
      30_000,
      120_000,
      600_000,
      2_700_000,
      null,
    ]);
  });
  it('stops after four hours', () => {
    const now = new Date(createdAt.getTime() + 4 * hourMs - 10_000);
    expect(retryDelayMs({ ...live, now, attempts: 1 })).toBeNull();
    const lastChance = new Date(createdAt.getTime() + 4 * hourMs - 30_000);
    expect(retryDelayMs({ ...live, now: lastChance, attempts: 1 })).toBe(30_000);
  });
  it("respects the store's own request to wait", () => {
    expect(retryDelayMs({ ...live, attempts: 1, retryAfterMs: 90_000 })).toBe(90_000);
  });
  it('is quick in the sandbox', () => {
    expect(retryDelayMs({ ...live, attempts: 1, sandboxTimeScale: 0.1 })).toBe(100);
    expect(retryDelayMs({ ...live, attempts: 1, sandboxTimeScale: 0 })).toBe(0);
  });
  it('asks about doubt ever less often', () => {
    expect([0, 1, 2, 20].map((tries) => reconcileDelayMs(tries, null))).toEqual([5000, 10_000, 20_000, 900_000]);
  });
});

describe('max_price', () => {
  it.each([
    [999, true],
    [1000, true],
    [1001, false],
  ])('of 1000 and a total of %i: %s', (total, isWithin) => {
    expect(isWithinMaxPrice(toCents(total), toCents(1000))).toBe(isWithin);
  });
});

describe('the time that an order may wait', () => {
  const created_at = new Date('2026-08-21T10:00:00Z');
  const at = (seconds: number) => new Date(created_at.getTime() + seconds * 1000);

  it('runs from the order on', () => {
    const order = { options: { queueTimeoutSeconds: 60 }, created_at };
    expect([0, 20, 60, 61].map((seconds) => queueTimeLeftMs(order, at(seconds)))).toEqual([60_000, 40_000, 0, -1000]);
  });

  it('has no end where none was given', () => {
    expect(queueTimeLeftMs({ options: {}, created_at }, at(1e6))).toBe(Number.POSITIVE_INFINITY);
  });
});
