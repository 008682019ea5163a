import { describe, expect, it } from 'vitest';
import { minuteMs, plusMs, secondMs } from '../../../kit/clock.ts';
import { filterPage, freshnessLimitFrom, isFresh, isStoreDomain } from './model.ts';

const now = new Date('2026-08-21T12:00:00.000Z');
const ago = (ms: number) => plusMs(now, -ms);
const found = (ageMs: number) => ({ at: ago(ageMs), isMissing: false });
const missing = (ageMs: number) => ({ at: ago(ageMs), isMissing: true });

describe('freshness', () => {
  it.each([
    ['by default up to five minutes old', {}, found(5 * minuteMs), true],
    ['by default not older', {}, found(5 * minuteMs + 1), false],
    ['max_age exactly', { maxAgeSeconds: 10 }, found(10 * secondMs), true],
    ['max_age passed', { maxAgeSeconds: 10 }, found(10 * secondMs + 1), false],
    ['max_age above the default', { maxAgeSeconds: 3600 }, found(30 * minuteMs), true],
    ['max_age 0 takes what is fetched from now on', { maxAgeSeconds: 0 }, found(0), true],
    ['max_age 0 takes nothing older', { maxAgeSeconds: 0 }, found(1), false],
    ['newer_than exactly', { newerThan: ago(minuteMs) }, found(minuteMs), true],
    ['newer_than passed', { newerThan: ago(minuteMs) }, found(minuteMs + 1), false],
    ['newer_than 0 takes anything', { newerThan: new Date(0) }, found(1000 * minuteMs), true],
    ['newer_than in the future takes what is fetched from now on', { newerThan: ago(-15 * minuteMs) }, found(0), true],
    ['newer_than in the future takes nothing older', { newerThan: ago(-15 * minuteMs) }, found(1), false],
    ['a missing product is believed for a minute', {}, missing(minuteMs), true],
    ['a missing product is not believed longer', { maxAgeSeconds: 3600 }, missing(minuteMs + 1), false],
    ['a missing product obeys a smaller max_age', { maxAgeSeconds: 1 }, missing(2 * secondMs), false],
  ])('%s', (_name, freshness, retrieved, expected) => {
    expect(isFresh(retrieved, freshnessLimitFrom(freshness, now))).toBe(expected);
  });
});

describe('filtering for free shipping', () => {
  const free = { id: 'a', freeShipping: true };
  const paid = { id: 'b', freeShipping: false };
  const page = { results: [paid, free], nextPage: 2, hasFreeShippingInfo: true };

  it('keeps results that ship free, and names the next page', () => {
    for (const retailer of ['walmart', 'bestbuy', 'target']) {
      expect(filterPage(page, { retailer, freeShipping: true })).toEqual({ results: [free], nextPage: 2 });
    }
  });

  it('names the next page even when nothing is left, and none at the end', () => {
    const filter = { retailer: 'walmart', freeShipping: true };
    expect(filterPage({ ...page, results: [paid] }, filter)).toEqual({ results: [], nextPage: 2 });
    expect(filterPage({ ...page, nextPage: null }, filter)).toEqual({ results: [free], nextPage: null });
  });

  it.each([
    ['without the filter', page, { retailer: 'walmart', freeShipping: false }],
    ['on amazon', page, { retailer: 'amazon', freeShipping: true }],
    ['where the store does not tell', { ...page, hasFreeShippingInfo: false }, { retailer: 'rei', freeShipping: true }],
  ])('has no effect %s', (_name, given, filter) => {
    expect(filterPage(given, filter)).toEqual({ results: [paid, free], nextPage: null });
  });
});

it('tells a store domain from a brand', () => {
  expect(isStoreDomain('shop.example.com')).toBe(true);
  expect(isStoreDomain('1800flowers')).toBe(false);
});
