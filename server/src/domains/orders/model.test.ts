import { describe, expect, it } from 'vitest';
import { hourMs } from '../../kit/clock.ts';
import { canMove, isTerminal, sourcesOf } from '../../kit/moves.ts';
import { itemMoves, itemStatuses, orderMoves, orderStatuses, reconcileDelayMs, retryDelayMs } from './model.ts';

describe('order moves', () => {
  const allowed = new Set([
    'pending>in_progress',
    'pending>cancelled',
    'in_progress>order_placed',
    'in_progress>order_failed',
    'in_progress>pending',
    'order_placed>cancelled_by_retailer',
  ]);
  for (const from of orderStatuses) {
    for (const to of orderStatuses) {
      it(`${from} to ${to}`, () => expect(canMove(orderMoves, from, to)).toBe(allowed.has(`${from}>${to}`)));
    }
  }
  it('knows what is over', () => {
    expect(orderStatuses.filter((status) => isTerminal(orderMoves, status))).toEqual([
      'order_failed',
      'cancelled',
      'cancelled_by_retailer',
    ]);
    expect(sourcesOf(orderMoves, 'order_placed')).toEqual(['in_progress']);
  });
});

describe('item moves', () => {
  const allowed = new Set([
    'pending>processing',
    'pending>cancelled',
    'processing>ordered',
    'processing>failed',
    'processing>pending',
    'ordered>shipped',
    'ordered>delivered',
    'ordered>cancelled',
    'shipped>delivered',
  ]);
  for (const from of itemStatuses) {
    for (const to of itemStatuses) {
      it(`${from} to ${to}`, () => expect(canMove(itemMoves, from, to)).toBe(allowed.has(`${from}>${to}`)));
    }
  }
});

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
  it("respects the store's own wish to wait", () => {
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
