import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsFromDecimal, centsFromMinor, centsFromText, decimalsOf } from './prices.ts';

describe('a price', () => {
  it('is the same whole cents in every notation that a store uses', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_00 }), (cents) => {
        const decimal = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        expect(centsFromMinor(cents)).toBe(cents);
        expect(centsFromMinor(String(cents))).toBe(cents);
        expect(centsFromMinor(`${cents}0`, 3)).toBe(cents);
        expect(centsFromDecimal(decimal)).toBe(cents);
        expect(centsFromDecimal(Number(decimal))).toBe(cents);
        expect(centsFromDecimal(`${decimal}00`)).toBe(cents);
        const shown = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100);
        expect(centsFromText(shown)).toBe(cents);
        const german = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' }).format(cents / 100);
        expect(centsFromText(german)).toBe(cents);
      }),
    );
  });

  it('has no parts of a cent, and is nothing else', () => {
    expect(centsFromDecimal('19.999')).toBeNull();
    expect(centsFromMinor('19999', 3)).toBeNull();
    expect(centsFromMinor(19.5)).toBeNull();
    expect(centsFromMinor('12', 0)).toBe(1200);
    for (const wrong of ['', 'free', '1,299.00', '1e3', ' ', null, undefined, Number.NaN, 1e30, {}]) {
      expect(centsFromDecimal(wrong), String(wrong)).toBeNull();
      expect(centsFromMinor(wrong === '1,299.00' ? wrong : wrong), String(wrong)).toBeNull();
    }
    for (const wrong of ['', 'free', '$10 – $20', '1.2.3', '1,29,9']) expect(centsFromText(wrong), wrong).toBeNull();
    expect(centsFromText('CHF 1’299.50')).toBe(129_950);
    expect(centsFromText('1 299,5 €')).toBe(129_950);
    expect(centsFromText('EUR 12')).toBe(1200);
    expect(centsFromText('-5,00 €')).toBe(-500);
    expect([decimalsOf('USD'), decimalsOf('JPY'), decimalsOf('KWD')]).toEqual([2, 0, 3]);
  });
});
