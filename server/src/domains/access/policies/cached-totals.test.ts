import { describe, expect, it } from 'vitest';
import { plusMs, secondMs } from '../../../kit/clock.ts';
import { allowFromCache, type CachedTotals, createCachedTotals } from './cached-totals.ts';
import type { PolicyRequest } from './decide.ts';
import type { Policy, PolicyRules, SpentSoFar } from './model.ts';

const countedAt = new Date('2026-11-17T10:00:00.000Z');
const later = (ms: number) => plusMs(countedAt, ms);
const accountId = '00000000-0000-4000-8000-000000000001';
const keyId = '00000000-0000-4000-8000-000000000002';
const head = { length: 3, hash: Buffer.alloc(32), epoch: 1 };

function standingOf(rules: PolicyRules, spent: Partial<SpentSoFar> = {}): CachedTotals {
  const policy: Policy = { id: 'p', accountId, world: 'test', scope: 'account', subject: '', version: 1, rules };
  return {
    accountId,
    world: 'test',
    known: { policies: [policy], groupByKey: new Map() },
    keyIds: new Set([keyId]),
    spentByPolicy: new Map([['p', { windows: [], openCents: 0, isFirstOrder: false, ...spent }]]),
    headBefore: head,
    head,
    countedAt,
  };
}

const asked: PolicyRequest = {
  orderId: '00000000-0000-4000-8000-000000000003',
  keyId,
  retailer: 'walmart',
  country: 'US',
  cents: 1000,
  quantity: 1,
  titles: null,
  reason: null,
  place: {
    retailer: 'walmart',
    address: {
      first_name: 'Jane',
      last_name: 'Doe',
      address_line1: '1 Market St',
      address_line2: null,
      city: 'San Francisco',
      state: 'CA',
      postal_code: '94105',
      country: 'US',
    },
  },
};
const isAllowed = (totals: CachedTotals, now = later(secondMs), wanted = asked) =>
  allowFromCache(() => Buffer.alloc(32), totals, wanted, now, now) !== null;

describe('cached totals', () => {
  it('are used for less than 60 seconds', () => {
    const rules = { max_order_cents: 5000 };
    expect(isAllowed(standingOf(rules), countedAt)).toBe(true);
    expect(isAllowed(standingOf(rules), later(60 * secondMs - 1))).toBe(true);
    expect(isAllowed(standingOf(rules), later(60 * secondMs))).toBe(false);
    expect(isAllowed(standingOf(rules), later(-1))).toBe(false);
  });

  it.each<[string, PolicyRules]>([
    ['a new retailer', { approve: { new_retailer: true } }],
    ['a new address', { approve: { new_address: true } }],
    ['a first order', { approve: { first_order: true } }],
    ['known addresses', { addresses: { only_known: true } }],
    ['words in titles', { deny_words: ['gift card'] }],
  ])('does not answer a rule about %s', (_name, rules) => {
    const titled = { ...asked, titles: ['Soap'] };
    expect(isAllowed(standingOf({ max_order_cents: 5000 }), later(1), titled)).toBe(true);
    expect(isAllowed(standingOf(rules), later(1), titled)).toBe(false);
  });

  it('allow nothing that a rule denies or needs approval for', () => {
    expect(isAllowed(standingOf({ max_order_cents: 999 }))).toBe(false);
    expect(isAllowed(standingOf({ default: 'approve' }))).toBe(false);
    expect(isAllowed(standingOf({ frozen: true }))).toBe(false);
    expect(isAllowed(standingOf({ max_open_cents: 2000 }, { openCents: 1000 }))).toBe(true);
    expect(isAllowed(standingOf({ max_open_cents: 2000 }, { openCents: 1001 }))).toBe(false);
  });

  it('count what they allowed', () => {
    const totals = standingOf({ max_open_cents: 2500 });
    expect([isAllowed(totals), isAllowed(totals), isAllowed(totals)]).toEqual([true, true, false]);
    expect(totals.head.length).toBe(5);
  });

  it('cover only their keys, and end with their window', () => {
    const rules: PolicyRules = { windows: [{ per: 'day', count: 5 }] };
    const window = { cents: 0, count: 0, periodStart: countedAt, periodEnd: later(30 * secondMs) };
    expect(isAllowed(standingOf({}), later(1), { ...asked, keyId: accountId })).toBe(false);
    expect(isAllowed(standingOf({}), later(1), { ...asked, keyId: null })).toBe(false);
    expect(isAllowed(standingOf(rules, { windows: [window] }), later(30 * secondMs - 1))).toBe(true);
    expect(isAllowed(standingOf(rules, { windows: [window] }), later(30 * secondMs))).toBe(false);
  });

  it('leave a passed threshold to the full decision, which sends alerts', () => {
    const rules: PolicyRules = { windows: [{ per: 'day', amount_cents: 2000 }] };
    const window = { cents: 0, count: 0, periodStart: countedAt, periodEnd: null };
    expect(isAllowed(standingOf(rules, { windows: [window] }))).toBe(false);
    expect(
      isAllowed(standingOf(rules, { windows: [{ ...window, cents: 1000 }] }), later(1), { ...asked, cents: 1 }),
    ).toBe(true);
  });

  it('keep the age of the oldest count', () => {
    const cachedTotals = createCachedTotals();
    cachedTotals.keep(standingOf({}));
    cachedTotals.keep({ ...standingOf({}), countedAt: later(50 * secondMs) });
    expect(cachedTotals.find({ accountId, world: 'test' })?.countedAt).toEqual(countedAt);
    cachedTotals.forget({ accountId, world: 'test' });
    expect(cachedTotals.find({ accountId, world: 'test' })).toBeNull();
  });
});
