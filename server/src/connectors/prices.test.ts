import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exponentOf } from '../kit/money.ts';
import {
  amountFromDecimal,
  amountFromFineDecimal,
  amountFromFineMinor,
  amountFromMinor,
  amountFromText,
} from './prices.ts';

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
      expect(amountFromFineMinor(amount, 'USD', decimals), `${amount} with ${decimals}`).toBe(cents);
    }
  });

  it('is the same whole cents in every notation that a store uses', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_00 }), (cents) => {
        const decimal = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        expect(amountFromMinor(cents, 'USD')).toBe(cents);
        expect(amountFromMinor(String(cents), 'USD')).toBe(cents);
        expect(amountFromMinor(`${cents}0`, 'USD', 3)).toBe(cents);
        expect(amountFromDecimal(decimal, 'USD')).toBe(cents);
        expect(amountFromDecimal(Number(decimal), 'USD')).toBe(cents);
        expect(amountFromDecimal(`${decimal}00`, 'USD')).toBe(cents);
        const shown = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100);
        expect(amountFromText(shown, 'USD')).toBe(cents);
        const german = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' }).format(cents / 100);
        expect(amountFromText(german, 'EUR')).toBe(cents);
      }),
    );
  });

  it('has no fractions of a cent, and is nothing else', () => {
    expect(amountFromDecimal('19.999', 'USD')).toBeNull();
    expect(amountFromMinor('19999', 'USD', 3)).toBeNull();
    expect(amountFromMinor(19.5, 'USD')).toBeNull();
    expect(amountFromMinor('12', 'USD', 0)).toBe(1200);
    for (const wrong of ['', 'free', '1,299.00', '1e3', ' ', null, undefined, Number.NaN, 1e30, {}]) {
      expect(amountFromDecimal(wrong, 'USD'), String(wrong)).toBeNull();
      expect(amountFromMinor(wrong, 'USD'), String(wrong)).toBeNull();
    }
    for (const wrong of ['', 'free', '$10 – $20', '1.2.3', '1,29,9'])
      expect(amountFromText(wrong, 'EUR'), wrong).toBeNull();
    expect(amountFromText('CHF 1’299.50', 'EUR')).toBe(129_950);
    expect(amountFromText('1 299,5 €', 'EUR')).toBe(129_950);
    expect(amountFromText('EUR 12', 'EUR')).toBe(1200);
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
      '₹1,23,456.00': 12_345_600,
      '12€50': 1250,
      // Not to be guessed at: two prices, a small superscript, a third decimal place.
      '2 x 12,50': null,
      '12 99': null,
      '0.999': null,
    };
    for (const [text, cents] of Object.entries(notations)) expect(amountFromText(text, 'EUR'), text).toBe(cents);
    expect([
      amountFromText('1.299 €', 'EUR', ','),
      amountFromText('2 x 12,50', 'EUR', ','),
      amountFromText('1.29', 'EUR', ','),
    ]).toEqual([129_900, null, null]);
  });

  it('has the decimal places of its currency, in every notation', () => {
    const currencies = fc.constantFrom('JPY', 'KRW', 'USD', 'EUR', 'KWD', 'BHD', 'CLF');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), currencies, (amount, currency) => {
        const exponent = exponentOf(currency);
        const digits = String(amount).padStart(exponent + 1, '0');
        const decimal = exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
        expect(amountFromMinor(amount, currency)).toBe(amount);
        expect(amountFromMinor(`${amount}0`, currency, exponent + 1)).toBe(amount);
        expect(amountFromDecimal(decimal, currency)).toBe(amount);
        expect(amountFromFineDecimal(`${decimal}${exponent === 0 ? '.' : ''}4`, currency)).toBe(amount);
        expect(amountFromFineDecimal(`${decimal}${exponent === 0 ? '.' : ''}5`, currency)).toBe(amount + 1);
        expect(amountFromText(decimal, currency, '.')).toBe(amount);
        expect(amountFromText(decimal.replace('.', ','), currency, ',')).toBe(amount);
        // What is ambiguous is no price, and never another one.
        expect([amount, null]).toContain(amountFromText(decimal, currency));
        const grouped = decimal.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',');
        expect([amount, null]).toContain(amountFromText(grouped, currency));
        expect(amountFromText(grouped, currency, '.')).toBe(amount);
      }),
    );
    // Stores that count hundredths of every currency.
    expect(amountFromMinor(199_900, 'JPY', 2)).toBe(1999);
    expect(amountFromMinor(199_950, 'JPY', 2)).toBeNull();
    expect(amountFromFineMinor(199_950, 'JPY', 2)).toBe(2000);
    expect(amountFromMinor(125, 'KWD', 2)).toBe(1250);
    const texts: Record<string, [string, number | null]> = {
      '¥1,200': ['JPY', 1200],
      '￥１，２００': ['JPY', 1200],
      '1.200 円': ['JPY', 1200],
      '¥1,200.00': ['JPY', 1200],
      '¥12.50': ['JPY', null],
      'KWD 12.5': ['KWD', 12_500],
      'KWD 1,250.500': ['KWD', 1_250_500],
      'KWD 0.250': ['KWD', 250],
      'KWD 1.250': ['KWD', null],
      'KWD 1,250,000': ['KWD', null],
    };
    for (const [text, [currency, amount]] of Object.entries(texts))
      expect(amountFromText(text, currency), text).toBe(amount);
  });

  it('is rejected in a currency with unknown decimal places', () => {
    for (const currency of ['XAU', 'XXX', 'XDR', 'DEM', 'BTC', '']) {
      expect(amountFromMinor(1999, currency), currency).toBeNull();
      expect(amountFromDecimal('19.99', currency), currency).toBeNull();
      expect(amountFromText('19.99', currency), currency).toBeNull();
    }
  });
});
