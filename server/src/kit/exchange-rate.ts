import { type Cents, exponentOf, toCents } from './money.ts';

/** How many of a currency one US dollar is worth, as the decimal text of its source: never a float. */
export interface ExchangeRate {
  currency: string;
  rate: string;
  /** What is added to the price of the currency, in hundredths of a percent. */
  markupBps: number;
}

const decimal = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/;

/** Whether this is the decimal text of a number above zero. */
export const isRate = (text: string): boolean => decimal.test(text) && /[1-9]/.test(text.replace(/[eE].*/, ''));

/** Minor units of the currency per US cent, as a fraction. */
function fractionOf({ currency, rate, markupBps }: ExchangeRate): { units: bigint; cents: bigint } {
  const [, whole = '', decimals = '', shift = '0'] = decimal.exec(rate) ?? [];
  if (!isRate(rate)) throw new RangeError(`Not an exchange rate: ${rate}`);
  const exponent = exponentOf(currency) - 2 - decimals.length + Number(shift);
  return {
    units: BigInt(`${whole}${decimals}`) * 10n ** BigInt(Math.max(0, exponent)) * 10_000n,
    cents: 10n ** BigInt(Math.max(0, -exponent)) * BigInt(10_000 + markupBps),
  };
}

const toAmount = (value: bigint): Cents => toCents(Number(value));

/** The one place where a converted amount is rounded: to the nearest minor unit, halves up. */
const divideHalfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);

/** What so many minor units of the currency are in US cents. */
export function toUsCents(rate: ExchangeRate, amount: number): Cents {
  const { units, cents } = fractionOf(rate);
  return toAmount(divideHalfUp(BigInt(amount) * cents, units));
}

/** What so many US cents are in minor units of the currency. */
export function fromUsCents(rate: ExchangeRate, usCents: number): Cents {
  const { units, cents } = fractionOf(rate);
  return toAmount(divideHalfUp(BigInt(usCents) * units, cents));
}

/** The most that can be bought for so many US cents: converted back, it never exceeds them. */
export function affordableWith(rate: ExchangeRate, usCents: number): Cents {
  const { units, cents } = fractionOf(rate);
  return toAmount((BigInt(usCents) * units) / cents);
}
