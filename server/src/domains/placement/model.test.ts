import { describe, expect, it } from 'vitest';
import { hourMs } from '../../kit/clock.ts';
import { reconcileDelayMs, retryDelayMs } from './model.ts';

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
