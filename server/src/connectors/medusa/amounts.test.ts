import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chargedAmount } from './cart.ts';

describe('an amount of a Medusa store', () => {
  it('is rounded to cents as the store charges it', () => {
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
    for (const [amount, cents] of amounts) expect(chargedAmount(amount, 'usd'), String(amount)).toBe(cents);
  });

  it('is nothing when it is not one', () => {
    for (const amount of [null, undefined, '', 'abc', -1, '1,5', Number.NaN, 1e21, {}, '9'.repeat(30)]) {
      expect(chargedAmount(amount, 'usd')).toBeNull();
    }
  });

  it('has the decimal places of its currency', () => {
    expect([chargedAmount(1999.5, 'jpy'), chargedAmount(1999.4, 'jpy'), chargedAmount(1.2505, 'kwd')]).toEqual([
      2000, 1999, 1251,
    ]);
    expect(chargedAmount(10, 'xau')).toBeNull();
  });

  it('is exact for whole cents', () => {
    fc.assert(fc.property(fc.nat(1e12), (cents) => chargedAmount(cents / 100, 'USD') === cents));
  });
});
