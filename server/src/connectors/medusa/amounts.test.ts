import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chargedCents } from './amounts.ts';

describe('an amount of a Medusa shop', () => {
  it('is rounded to cents as the shop charges it', () => {
    const amounts: [unknown, number][] = [
      [49.762525, 4976],
      [0.494175, 49],
      [1.005, 101],
      [19.99, 1999],
      [8.1, 810],
      [0, 0],
      ['12.345', 1235],
      [1000000, 100_000_000],
    ];
    for (const [amount, cents] of amounts) expect(chargedCents(amount), String(amount)).toBe(cents);
  });

  it('is nothing when it is not one', () => {
    for (const amount of [null, undefined, '', 'abc', -1, '1,5', Number.NaN, 1e21, {}, '9'.repeat(30)]) {
      expect(chargedCents(amount)).toBeNull();
    }
  });

  it('is exact for whole cents', () => {
    fc.assert(fc.property(fc.nat(1e12), (cents) => chargedCents(cents / 100) === cents));
  });
});
