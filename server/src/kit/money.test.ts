import { describe, expect, it } from 'vitest';
import { addCents, formatCents, subtractCents, timesCents, toCents, zeroCents } from './money.ts';

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
