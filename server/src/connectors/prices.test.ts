import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsFromDecimal, centsFromFineMinor, centsFromMinor, centsFromText, decimalsOf } from './prices.ts';

describe('a price', () => {
  it('in finer units than cents is rounded to the nearest cent, halves up', () => {
    const amounts: [unknown, number, number | null][] = [
      ['486949', 4, 4869],
      ['486950', 4, 4870],
      ['19995', 3, 2000],
      ['-19995', 3, -2000],
      [1999, 2, 1999],
      ['20', 0, 2000],
      ['19.99', 4, null],
    ];
    for (const [amount, decimals, cents] of amounts) {
      expect(centsFromFineMinor(amount, decimals), `${amount} with ${decimals}`).toBe(cents);
    }
  });

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
    const notations: Record<string, number | null> = {
      '-5,00 €': -500,
      '−5.00': -500,
      '5,00-': -500,
      '(5.00)': -500,
      'Discount -$5.00': -500,
      'Shipping – $5.00': 500,
      'CHF 1’234.–': 123_400,
      '12,-': 1200,
      '1\u202f234,56 kr': 123_456,
      '¥1,200': 120_000,
      '￥１，２００': 120_000,
      '₹1,23,456.00': 12_345_600,
      '12€50': 1250,
      // Not to be guessed at: two prices, a small superscript, a third decimal place.
      '2 x 12,50': null,
      '12 99': null,
      '0.999': null,
    };
    for (const [text, cents] of Object.entries(notations)) expect(centsFromText(text), text).toBe(cents);
    expect([centsFromText('1.299 €', ','), centsFromText('2 x 12,50', ','), centsFromText('1.29', ',')]).toEqual([
      129_900,
      null,
      null,
    ]);
    expect([decimalsOf('USD'), decimalsOf('JPY'), decimalsOf('KWD')]).toEqual([2, 0, 3]);
  });
});
