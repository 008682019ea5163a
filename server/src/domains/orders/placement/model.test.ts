import { describe, expect, it } from 'vitest';
import { hourMs } from '../../../kit/clock.ts';
import { toCents } from '../../../kit/money.ts';
import { quotedMaxCents } from './compare.ts';
import {
  isWithinMaxPrice,
  nextStep,
  queueTimeLeftMs,
  reconcileDelayMs,
  retryDelayMs,
  type UnclaimedOrder,
} from './model.ts';

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
    const late = { ...live, now: new Date(createdAt.getTime() + 4 * hourMs - 90_000), attempts: 9 };
    expect([90_000, 90_001].map((retryAfterMs) => retryDelayMs({ ...late, retryAfterMs }))).toEqual([90_000, null]);
    expect([0, 999, 1001].map((retryAfterMs) => retryDelayMs({ ...live, attempts: 1, retryAfterMs }))).toEqual([
      1000, 1000, 1001,
    ]);
  });
  it('is quick in the sandbox', () => {
    expect(retryDelayMs({ ...live, attempts: 1, sandboxTimeScale: 0.1 })).toBe(100);
    expect(retryDelayMs({ ...live, attempts: 1, sandboxTimeScale: 0 })).toBe(0);
  });
  it('checks unknown outcomes at increasing intervals', () => {
    expect([0, 1, 2, 20].map((tries) => reconcileDelayMs(tries, null))).toEqual([5000, 10_000, 20_000, 900_000]);
    expect([reconcileDelayMs(1, 1), reconcileDelayMs(1, 0.5), reconcileDelayMs(20, 0.5)]).toEqual([
      2000, 1000, 450_000,
    ]);
  });
});

describe('nextStep', () => {
  const now = new Date('2026-08-21T12:00:00Z');
  const order: UnclaimedOrder = {
    status: 'pending',
    phase: null,
    managed_account_id: null,
    restored_at: null,
    is_account_needed: false,
    is_retailer_off: false,
    is_frozen: false,
    is_held: false,
    options: {},
    created_at: new Date('2026-08-21T10:00:00Z'),
  };
  const doubtful = { ...order, status: 'in_progress', phase: 'submitting' as const };
  const off = { ...order, is_retailer_off: true };
  const late = { options: { queueTimeoutSeconds: 60 } };
  // Each order with each step: no lease, leased, out of time, leased and out of time.
  const table: [string, UnclaimedOrder, [string, string, string, string]][] = [
    ['placed', { ...order, status: 'order_placed' }, ['stop', 'stop', 'stop', 'stop']],
    ['failed', { ...order, status: 'order_failed' }, ['stop', 'stop', 'stop', 'stop']],
    ['cancelled', { ...order, status: 'cancelled' }, ['stop', 'stop', 'stop', 'stop']],
    ['cancelled by the retailer', { ...order, status: 'cancelled_by_retailer' }, ['stop', 'stop', 'stop', 'stop']],
    ['ended, its retailer off', { ...off, status: 'order_failed' }, ['stop', 'stop', 'stop', 'stop']],
    ...(['is_frozen', 'is_held'] as const).map((why): (typeof table)[number] => [
      `pending, ${why}`,
      { ...order, [why]: true },
      ['wait_for_retailer', 'wait_for_retailer', 'wait_for_retailer', 'wait_for_retailer'],
    ]),
    [
      'its retailer off, its time just over',
      { ...off, options: { queueTimeoutSeconds: 7200 } },
      ['give_up_waiting', 'give_up_waiting', 'look_again', 'look_again'],
    ],
    ['pending', order, ['look_again', 'look_again', 'look_again', 'look_again']],
    [
      'begun by another worker',
      { ...order, status: 'in_progress', phase: 'intent' },
      ['look_again', 'look_again', 'look_again', 'look_again'],
    ],
    [
      'pending, an account needed',
      { ...order, is_account_needed: true },
      ['wait_for_account', 'look_again', 'wait_for_account', 'look_again'],
    ],
    [
      'begun, an account needed',
      { ...order, status: 'in_progress', phase: 'intent', is_account_needed: true, managed_account_id: 'a' },
      ['wait_for_account', 'look_again', 'wait_for_account', 'look_again'],
    ],
    ['in doubt, bought without an account', doubtful, ['reconcile', 'reconcile', 'reconcile', 'reconcile']],
    [
      'in doubt, bought with an account',
      { ...doubtful, managed_account_id: 'a', is_account_needed: true },
      ['wait_for_account', 'reconcile', 'wait_for_account', 'reconcile'],
    ],
    [
      'in doubt after a restore, no account needed',
      { ...doubtful, restored_at: now },
      ['reconcile', 'reconcile', 'reconcile', 'reconcile'],
    ],
    [
      'in doubt after a restore, an account needed',
      { ...doubtful, restored_at: now, is_account_needed: true },
      ['wait_for_account', 'reconcile', 'wait_for_account', 'reconcile'],
    ],
    [
      'in doubt, its retailer off',
      { ...doubtful, is_retailer_off: true },
      ['reconcile', 'reconcile', 'reconcile', 'reconcile'],
    ],
    [
      'in doubt with an account, its retailer off',
      { ...doubtful, is_retailer_off: true, managed_account_id: 'a', is_account_needed: true },
      ['wait_for_account', 'reconcile', 'wait_for_account', 'reconcile'],
    ],
    ['its retailer off', off, ['wait_for_retailer', 'wait_for_retailer', 'wait_for_retailer', 'wait_for_retailer']],
    [
      'its retailer off, an account needed',
      { ...off, is_account_needed: true },
      ['wait_for_retailer', 'wait_for_retailer', 'wait_for_retailer', 'wait_for_retailer'],
    ],
    [
      'its retailer off, its time over',
      { ...off, ...late },
      ['give_up_waiting', 'give_up_waiting', 'look_again', 'look_again'],
    ],
  ];
  const steps = [
    { isLeased: false, isOutOfTime: false },
    { isLeased: true, isOutOfTime: false },
    { isLeased: false, isOutOfTime: true },
    { isLeased: true, isOutOfTime: true },
  ];
  for (const [name, given, expected] of table) {
    it(name, () => expect(steps.map((step) => nextStep(given, step, now))).toEqual(expected));
  }
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

  it('has no end if none was set', () => {
    expect(queueTimeLeftMs({ options: {}, created_at }, at(1e6))).toBe(Number.POSITIVE_INFINITY);
  });
});

it('a store may charge the quote plus the drift, and any amount without a quote', () => {
  const options = [
    {},
    { quotedTotalCents: 1000 },
    { quotedTotalCents: 1000, maxDriftCents: 50 },
    { maxDriftCents: 50 },
  ];
  expect(options.map((one) => quotedMaxCents({ options: one }))).toEqual([Infinity, 1000, 1050, Infinity]);
});
