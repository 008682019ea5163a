declare const cents: unique symbol;

/** Whole minor units of a currency: US cents if no currency is named with it. Never a float, not even in intermediate results. */
export type Cents = number & { readonly [cents]: true };

export function toCents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number of cents: ${value}`);
  return value as Cents;
}

export const zeroCents = toCents(0);

export function addCents(...amounts: Cents[]): Cents {
  return toCents(amounts.reduce((sum, amount) => sum + amount, 0));
}

export function subtractCents(from: Cents, amount: Cents): Cents {
  return toCents(from - amount);
}

export function timesCents(amount: Cents, factor: number): Cents {
  return toCents(amount * factor);
}

const inGroups = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** Formats 123456 as "$1,234.56". For people, never for arithmetic. */
export function formatCents(amount: number): string {
  const sign = amount < 0 ? '-' : '';
  const absolute = Math.abs(amount);
  const dollars = inGroups.format(Math.floor(absolute / 100));
  return `${sign}$${dollars}.${String(absolute % 100).padStart(2, '0')}`;
}

/** The currencies of ISO 4217 by their decimal places. Those without any by definition (gold, drawing rights) are not listed. */
const codesByExponent: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: 'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};
const exponentByCurrency = new Map(
  Object.entries(codesByExponent).flatMap(([exponent, codes]) =>
    codes.split(' ').map((code) => [code, Number(exponent)] as const),
  ),
);

/** Decimal places of a currency: JPY has none, USD two, KWD three. */
export const exponentOf = (currency: string): number => exponentByCurrency.get(currency) ?? 2;

/** Whether it is a currency of ISO 4217 whose decimal places are known. */
export const isCurrency = (code: string): boolean => exponentByCurrency.has(code);

/** A whole number of minor units of a currency (ISO 4217). */
export interface Money {
  amount: number;
  currency: string;
}

/** 123456 of EUR is "1234.56", of JPY "123456": as programs write amounts. */
export function toDecimalText({ amount, currency }: Money): string {
  const exponent = exponentOf(currency);
  const digits = String(Math.abs(amount)).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  return `${amount < 0 ? '-' : ''}${whole}${exponent > 0 ? `.${digits.slice(digits.length - exponent)}` : ''}`;
}

/** As people write it: "$1,234.50", "€1,234.50", "¥1,235". For people, never for arithmetic. */
export function formatMoney({ amount, currency }: Money): string {
  if (currency === 'USD') return formatCents(amount);
  const [whole = '', fraction] = toDecimalText({ amount: Math.abs(amount), currency }).split('.');
  const number = `${inGroups.format(BigInt(whole))}${fraction === undefined ? '' : `.${fraction}`}`;
  const symbol = symbolOf(currency);
  // A currency code is separated from the number; a symbol is not.
  return `${amount < 0 ? '-' : ''}${symbol}${/[A-Z]$/.test(symbol) ? ' ' : ''}${number}`;
}

function symbolOf(currency: string): string {
  if (!isCurrency(currency)) return currency;
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

/** floor(amount × part / whole) in integer arithmetic: the product may exceed what a double can hold. */
export function proportionOf(amount: number, part: number, whole: number): number {
  return whole === 0 ? 0 : Number((BigInt(amount) * BigInt(part)) / BigInt(whole));
}
