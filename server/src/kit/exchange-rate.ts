import { type Cents, exponentOf, toCents } from './money.ts';

/** Units of a currency per US dollar, as the source's decimal text: never a float. */
export interface ExchangeRate {
  currency: string;
  rate: string;
  /** Added to the price of the currency, in basis points. */
  markupBps: number;
}

const decimal = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/;

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

/** The only place that rounds a converted amount: to the nearest minor unit, half up. */
const divideHalfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);

/** Converts minor units of the currency to US cents. */
export function toUsCents(rate: ExchangeRate, amount: number): Cents {
  const { units, cents } = fractionOf(rate);
  return toAmount(divideHalfUp(BigInt(amount) * cents, units));
}

/** Converts US cents to minor units of the currency. */
export function fromUsCents(rate: ExchangeRate, usCents: number): Cents {
  const { units, cents } = fractionOf(rate);
  return toAmount(divideHalfUp(BigInt(usCents) * units, cents));
}

/** The most that this many US cents can buy: converted back, it never exceeds them. */
export function affordableWith(rate: ExchangeRate, usCents: number): Cents {
  const { units, cents } = fractionOf(rate);
  return toAmount((BigInt(usCents) * units) / cents);
}

/** The fewest US cents that can buy this many minor units: affordableWith never returns less for them. */
export function neededUsCents(rate: ExchangeRate, amount: number): Cents {
  const { units, cents } = fractionOf(rate);
  return toAmount((BigInt(amount) * cents + units - 1n) / units);
}
