import { describe, expect, it } from 'vitest';
import {
  addPurchase,
  approvalMinutes,
  evaluateRules,
  needsPlaceFacts,
  needsTitles,
  type PolicyRules,
  type ProposedPurchase,
  passedPercents,
  type Spent,
  verdictOf,
} from './model.ts';

const now = new Date('2026-08-21T10:00:00.000Z');
const purchase: ProposedPurchase = {
  retailer: 'walmart',
  country: 'US',
  cents: 5000,
  quantity: 2,
  titles: ['Blue Kettle, 1.7 l'],
  reason: null,
};
const spent: Spent = {
  windows: [{ cents: 1000, count: 1, periodStart: now, periodEnd: null }],
  openCents: 1000,
  isFirstOrder: false,
  isNewRetailer: false,
  isNewAddress: false,
};

const decide = (rules: PolicyRules, changes: Partial<ProposedPurchase> = {}, before: Partial<Spent> = {}) =>
  verdictOf(evaluateRules(rules, { ...purchase, ...changes }, { ...spent, ...before }, now));

describe('policy decisions', () => {
  it.each<[string, PolicyRules, 'allow' | 'approve' | 'deny', Partial<ProposedPurchase>?, Partial<Spent>?]>([
    ['an empty one', {}, 'allow'],
    ['frozen', { frozen: true }, 'deny'],
    ['before its time', { not_before: '2026-08-21T10:00:00.001Z' }, 'deny'],
    ['at its first moment', { not_before: '2026-08-21T10:00:00.000Z' }, 'allow'],
    ['after its time', { not_after: '2026-08-21T09:59:59.999Z' }, 'deny'],
    ['at its last moment', { not_after: '2026-08-21T10:00:00.000Z' }, 'allow'],
    ['exactly the most for an order', { max_order_cents: 5000 }, 'allow'],
    ['one cent above it', { max_order_cents: 4999 }, 'deny'],
    ['exactly what the window has left', { windows: [{ per: 'day', amount_cents: 6000 }] }, 'allow'],
    ['one cent more than that', { windows: [{ per: 'day', amount_cents: 5999 }] }, 'deny'],
    ['the last order of a count', { windows: [{ per: 'day', count: 2 }] }, 'allow'],
    ['one more than the count', { windows: [{ per: 'day', count: 1 }] }, 'deny'],
    ['exactly what may be open', { max_open_cents: 6000 }, 'allow'],
    ['more than may be open', { max_open_cents: 5999 }, 'deny'],
    ['a retailer on the list', { retailers: { allow: ['walmart'] } }, 'allow'],
    ['a retailer that is not on it', { retailers: { allow: ['target'] } }, 'deny'],
    ['a retailer that is refused', { retailers: { deny: ['walmart'] } }, 'deny'],
    ['one that is not refused', { retailers: { deny: ['target'] } }, 'allow'],
    ['ask by default', { default: 'approve' }, 'approve'],
    ['deny by default', { default: 'deny' }, 'deny'],
    ['deny by default, but listed', { default: 'deny', retailers: { allow: ['walmart'] } }, 'allow'],
    ['ask by default, not listed', { default: 'approve', retailers: { allow: ['target'] } }, 'approve'],
    ['an allowed country', { countries: { allow: ['US'] } }, 'allow'],
    ['another country', { countries: { allow: ['DE'] } }, 'deny'],
    ['as many units as allowed', { max_quantity: 2 }, 'allow'],
    ['more units', { max_quantity: 1 }, 'deny'],
    ['a denied word', { deny_words: ['gift card'] }, 'deny', { titles: ['Prepaid GIFT-CARD $50'] }],
    ['a denied word with marks', { deny_words: ['café'] }, 'deny', { titles: ['Cafe voucher'] }],
    [
      'a denied word with invisible characters',
      { deny_words: ['gift card'] },
      'deny',
      { titles: ['Gi\u200bft c\u00adard'] },
    ],
    ['a denied word in the plural', { deny_words: ['gift card'] }, 'deny', { titles: ['Gift cards, 3 pack'] }],
    ['a denied word in one of two titles', { deny_words: ['gift card'] }, 'deny', { titles: ['Kettle', 'Gift card'] }],
    ['part of another word', { deny_words: ['card'] }, 'allow', { titles: ['Cardigan'] }],
    ['a title that cannot be read', { deny_words: ['gift card'] }, 'approve', { titles: null }],
    ['no reason where one is wanted', { require_reason: true }, 'deny', { reason: '  ' }],
    ['a reason', { require_reason: true }, 'allow', { reason: 'Broken kettle' }],
    ['at the amount from which to ask', { approve: { above_cents: 5000 } }, 'allow'],
    ['above it', { approve: { above_cents: 4999 } }, 'approve'],
    ['a new retailer', { approve: { new_retailer: true } }, 'approve', {}, { isNewRetailer: true }],
    ['a known retailer', { approve: { new_retailer: true } }, 'allow'],
    ['a new address', { approve: { new_address: true } }, 'approve', {}, { isNewAddress: true }],
    ['the first order', { approve: { first_order: true } }, 'approve', {}, { isFirstOrder: true }],
    ['a new address where nobody asked', { approve: { first_order: true } }, 'allow', {}, { isNewAddress: true }],
    ['the first order where nobody asked', { approve: { new_address: true } }, 'allow', {}, { isFirstOrder: true }],
    ['only known addresses, new', { addresses: { only_known: true } }, 'deny', {}, { isNewAddress: true }],
    ['only known addresses, known', { addresses: { only_known: true } }, 'allow'],
    ['ask and deny together', { approve: { above_cents: 1 }, max_order_cents: 1 }, 'deny'],
  ])('%s: %j → %s', (_name, rules, expected, changes, before) => {
    expect(decide(rules, changes, before).decision).toBe(expected);
  });

  it('name the deciding rule, its limit and what is left', () => {
    const verdict = decide({ windows: [{ per: 'day', amount_cents: 5999 }], max_order_cents: 9000 });
    expect(verdict.findings[0]).toEqual({
      rule: 'windows.day.amount_cents',
      decision: 'deny',
      limit: 5999,
      used: 1000,
      left: 4999,
    });
  });
});

describe('inputs of a policy', () => {
  it('include titles if words are denied', () => {
    expect([{}, { deny_words: [] }, { deny_words: ['gift card'] }].map(needsTitles)).toEqual([false, false, true]);
  });

  it('include whether the retailer or address is new, if a rule needs it', () => {
    const rules: PolicyRules[] = [
      {},
      { approve: {}, addresses: {} },
      { approve: { new_retailer: true } },
      { approve: { new_address: true } },
      { addresses: { only_known: true } },
    ];
    expect(rules.map(needsPlaceFacts)).toEqual([false, false, true, true, true]);
  });

  it('count a purchase for the next one, which stays the first order until one is approved or placed', () => {
    const window = { cents: 1000, count: 1, periodStart: now, periodEnd: null };
    const before = { windows: [window], openCents: 700, isFirstOrder: true };
    expect(addPurchase(before, 50)).toEqual({
      windows: [{ ...window, cents: 1050, count: 2 }],
      openCents: 750,
      isFirstOrder: true,
    });
    expect(addPurchase({ ...before, isFirstOrder: false }, 50).isFirstOrder).toBe(false);
  });

  it('use the shortest approval time, one day by default', () => {
    const policies = [
      { rules: {} },
      { rules: { approve_within_minutes: 30 } },
      { rules: { approve_within_minutes: 60 } },
    ];
    expect(approvalMinutes(policies)).toBe(30);
    expect(approvalMinutes([{ rules: {} }])).toBe(1440);
  });
});

describe('alerts', () => {
  it.each([
    [100, 0, 49, []],
    [100, 0, 50, [50]],
    [100, 50, 79, []],
    [100, 49, 100, [50, 80, 100]],
    [100, 100, 100, []],
    [0, 0, 0, []],
  ])('a limit of %i, from %i to %i: %j', (limit, before, after, expected) => {
    expect(passedPercents(limit, before, after)).toEqual(expected);
  });
});
