import { describe, expect, it } from 'vitest';
import { formatAgo, formatMoney, formatPaidMoney, parseMoney, typedMoney } from './format.ts';

describe('amounts as people type them', () => {
  it.each([
    ['12', 1200],
    ['12.5', 1250],
    ['12.50', 1250],
    ['$1,234.56', 123_456],
    [' 0.07 ', 7],
    ['12.', 1200],
    ['999999999.99', 99_999_999_999],
  ])('reads %s', (text, cents) => expect(parseMoney(text)).toBe(cents));

  it.each(['', 'abc', '-5', '1.234', '1e3', '12,50 €', '.', '9999999999'])('does not guess at "%s"', (text) =>
    expect(parseMoney(text)).toBeNull(),
  );

  it('has the decimal places of the currency', () => {
    expect([parseMoney('1,200', 'JPY'), parseMoney('¥1200', 'JPY'), parseMoney('12.5', 'JPY')]).toEqual([
      1200,
      1200,
      null,
    ]);
    expect([parseMoney('1.25', 'KWD'), parseMoney('€12.50', 'EUR'), parseMoney('1.2345', 'KWD')]).toEqual([
      1250,
      1250,
      null,
    ]);
    expect([typedMoney(1200, 'JPY'), typedMoney(1250, 'KWD')]).toEqual(['1200', '1.250']);
    expect([formatMoney(1200, 'JPY'), formatMoney(1250, 'EUR')]).toEqual(['¥1,200', '€12.50']);
  });

  it('says what US dollars are in the wallet that paid', () => {
    const exchange = { payment_currency: 'EUR', rate: '0.9', markup_bps: 0 };
    expect(formatPaidMoney(1000, exchange)).toBe('€9.00');
    expect(formatPaidMoney(1000, { ...exchange, rate: '150', payment_currency: 'JPY' })).toBe('¥1,500');
    expect(formatPaidMoney(1000, { ...exchange, markup_bps: 10_000 })).toBe('€4.50');
    for (const usd of [undefined, { ...exchange, payment_currency: 'USD' }, { ...exchange, rate: null }]) {
      expect(formatPaidMoney(1000, usd)).toBeNull();
    }
  });

  it('writes what it reads', () => {
    for (const cents of [0, 1, 99, 100, 1999, 123_456]) expect(parseMoney(typedMoney(cents))).toBe(cents);
  });
});

describe('how long ago', () => {
  const now = Date.parse('2026-08-21T12:00:00Z');
  it.each([
    ['2026-08-21T11:59:55Z', 'just now'],
    ['2026-08-21T11:58:00Z', '2 minutes ago'],
    ['2026-08-20T11:00:00Z', 'yesterday'],
    ['2026-08-21T14:00:00Z', 'in 2 hours'],
  ])('%s is %s', (at, words) => expect(formatAgo(at, now)).toBe(words));
});
