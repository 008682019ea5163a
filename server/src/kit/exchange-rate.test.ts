import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { affordableWith, type ExchangeRate, fromUsCents, isRate, neededUsCents, toUsCents } from './exchange-rate.ts';

const rateOf = (currency: string, rate: string, markupBps = 0): ExchangeRate => ({ currency, rate, markupBps });
const amounts = fc.integer({ min: 0, max: 1_000_000_000 });
const rates = fc.tuple(
  fc.constantFrom('EUR', 'JPY', 'KWD', 'USD'),
  fc.integer({ min: 1, max: 9_999_999 }),
  fc.integer({ min: 0, max: 5 }),
  fc.integer({ min: 0, max: 1000 }),
);
const drawn = ([currency, digits, places, markupBps]: [string, number, number, number]): ExchangeRate => {
  const text = String(digits).padStart(places + 1, '0');
  const rate = places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
  return rateOf(currency, rate, markupBps);
};

describe('an exchange rate', () => {
  it.each([
    [rateOf('EUR', '0.92'), 1001, 1088],
    [rateOf('JPY', '155.1'), 1999, 1289],
    [rateOf('KWD', '0.306'), 1530, 500],
    [rateOf('EUR', '0.92', 100), 1001, 1099],
    [rateOf('EUR', '9.2e-1'), 1001, 1088],
    [rateOf('VND', '2.5E4'), 250_000, 1000],
  ])('turns minor units into US cents: %j', (rate, amount, cents) => {
    expect(toUsCents(rate, amount)).toBe(cents);
  });

  it.each(['', '0', '0.00', '-1', '1,5', 'Infinity', '0e5', '.5'])('is never "%s"', (text) => {
    expect(isRate(text)).toBe(false);
    expect(() => toUsCents(rateOf('EUR', text), 1)).toThrow(RangeError);
  });

  it('never lets a purchase cost more than its hold', () => {
    fc.assert(
      fc.property(rates, amounts, (given, cents) => {
        const rate = drawn(given);
        fc.pre(BigInt(cents) * 10_000_000_000n < BigInt(Number.MAX_SAFE_INTEGER) || rate.rate.length < 6);
        const most = affordableWith(rate, cents);
        expect(toUsCents(rate, most)).toBeLessThanOrEqual(cents);
      }),
    );
  });

  it('finds the fewest US cents that can buy an amount', () => {
    fc.assert(
      fc.property(rates, fc.integer({ min: 1, max: 1_000_000 }), (given, amount) => {
        const rate = drawn(given);
        fc.pre(Number(rate.rate) > 0.001);
        const cents = neededUsCents(rate, amount);
        expect(affordableWith(rate, cents)).toBeGreaterThanOrEqual(amount);
        expect(affordableWith(rate, cents - 1)).toBeLessThan(amount);
      }),
    );
  });

  it('converts to the same amount and back if the minor unit is worth more than a cent', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const rate = rateOf('EUR', '0.92');
        expect(fromUsCents(rate, toUsCents(rate, amount))).toBe(amount);
      }),
    );
  });
});
