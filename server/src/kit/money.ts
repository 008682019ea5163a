declare const cents: unique symbol;

/** Whole US cents. Never a float, not even for intermediate results. */
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

/** ISO 4217 exponents other than 2. */
const exponents: Readonly<Record<number, readonly string[]>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
  3: 'BHD IQD JOD KWD LYD OMR TND'.split(' '),
  4: ['CLF', 'UYW'],
};
const exponentByCurrency = new Map(
  Object.entries(exponents).flatMap(([exponent, codes]) => codes.map((code) => [code, Number(exponent)] as const)),
);

/** Decimal places of a currency: JPY has none, USD two, KWD three. */
export const exponentOf = (currency: string): number => exponentByCurrency.get(currency) ?? 2;

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

export const isCurrency = (code: string): boolean => currencies.has(code);

/** A whole number of minor units of a currency (ISO 4217). */
export interface Money {
  amount: number;
  currency: string;
}

/** "$1,234.50", "€1,234.50", "¥1,235". For people, never for arithmetic. */
export function formatMoney({ amount, currency }: Money): string {
  if (currency === 'USD') return formatCents(amount);
  const exponent = exponentOf(currency);
  const digits = String(Math.abs(amount)).padStart(exponent + 1, '0');
  const [whole, fraction] = [digits.slice(0, digits.length - exponent), digits.slice(digits.length - exponent)];
  const number = `${inGroups.format(BigInt(whole))}${exponent > 0 ? `.${fraction}` : ''}`;
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
