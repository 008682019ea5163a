import { describe, expect, it } from 'vitest';
import {
  addCents,
  exponentOf,
  formatCents,
  formatMoney,
  isCurrency,
  subtractCents,
  timesCents,
  toCents,
  zeroCents,
} from './money.ts';

describe('cents', () => {
  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('are never %s', (value) => {
    expect(() => toCents(value)).toThrow(RangeError);
  });

  it('add, subtract and multiply exactly', () => {
    expect(addCents(toCents(3), toCents(4), toCents(-2))).toBe(5);
    expect(addCents()).toBe(zeroCents);
    expect(subtractCents(toCents(3), toCents(4))).toBe(-1);
    expect(timesCents(toCents(3), 4)).toBe(12);
    expect(() => addCents(toCents(Number.MAX_SAFE_INTEGER), toCents(1))).toThrow(RangeError);
  });

  it.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [1234, '$12.34'],
    [-1234, '-$12.34'],
    [100, '$1.00'],
  ])('%i are shown as %s', (amount, text) => {
    expect(formatCents(amount)).toBe(text);
  });
});

describe('money', () => {
  it('has the minor units of ISO 4217', () => {
    const codes = ['JPY', 'EUR', 'USD', 'KWD', 'CLF', 'ISK'];
    expect(codes.map(exponentOf)).toEqual([0, 2, 2, 3, 4, 0]);
    expect(['EUR', 'KWD', 'XXQ', 'eur'].map(isCurrency)).toEqual([true, true, false, false]);
  });

  it.each([
    [123_456, 'USD', '$1,234.56'],
    [123_456, 'EUR', '€1,234.56'],
    [-5, 'EUR', '-€0.05'],
    [1235, 'JPY', '¥1,235'],
    [1_234_500, 'KWD', 'KWD 1,234.500'],
    [990, 'CHF', 'CHF 9.90'],
  ])('%i %s is shown as %s', (amount, currency, text) => {
    expect(formatMoney({ amount, currency })).toBe(text);
  });
});
