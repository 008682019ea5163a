const moneyFormats = new Map<string, Intl.NumberFormat>();
const numbers = new Intl.NumberFormat('en-US');

function moneyFormat(currency: string): Intl.NumberFormat {
  const format = moneyFormats.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency });
  moneyFormats.set(currency, format);
  return format;
}

/** Decimal places of a currency: yen 0, euros 2, dinars 3. */
const decimalsOf = (currency: string): number => moneyFormat(currency).resolvedOptions().maximumFractionDigits ?? 2;

/** "$", "€", "¥", or the code if there is no sign. */
export const currencySign = (currency: string): string =>
  moneyFormat(currency)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency;

/** An amount in the minor unit of its currency: cents, whole yen, fils. */
export const formatMoney = (amount: number, currency = 'USD'): string =>
  moneyFormat(currency).format(amount / 10 ** decimalsOf(currency));

const lists = new Intl.ListFormat('en-US');

/** "$50.00 and €46.00". */
export const formatList = (texts: readonly string[]): string => lists.format(texts);

interface Exchange {
  payment_currency: string;
  rate: string | null;
  markup_bps: number;
}

/** What US cents are worth in the wallet that paid, at the purchase's exchange rate; null if it was paid in US dollars. */
export function formatPaidMoney(cents: number, exchange: Exchange | undefined): string | null {
  if (!exchange || exchange.payment_currency === 'USD' || exchange.rate === null) return null;
  const { payment_currency: currency, rate, markup_bps: markup } = exchange;
  const units = ((cents / 100) * Number(rate)) / (1 + markup / 10_000);
  return moneyFormat(currency).format(units);
}

export const formatNumber = (value: number): string => numbers.format(value);

/** The service counts up to here. A higher number means more. */
export const countedMax = 10_000;
export const formatCount = (count: number): string =>
  count > countedMax ? `${formatNumber(countedMax)}+` : formatNumber(count);

export const taxLabel = ({ tax_included }: { tax_included: boolean }): string =>
  tax_included ? 'Tax (included)' : 'Tax';

/** Typed text ("12", "12.5", "$1,234.50") in the minor unit of the currency; null if it is not an amount. */
export function parseMoney(text: string, currency = 'USD'): number | null {
  const plain = text.trim().replace(currencySign(currency), '').trim().replaceAll(',', '');
  const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d*))?$/.exec(plain) ?? [];
  const decimals = decimalsOf(currency);
  if (whole === undefined || fraction.length > decimals) return null;
  return Number(`${whole}${fraction.padEnd(decimals, '0')}`);
}

/** An amount as a person would type it. */
export const typedMoney = (amount: number, currency = 'USD'): string =>
  (amount / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency));

const dayAndTime = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});
const dayOnly = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** The viewer's local time with seconds and zone. The tooltip shows UTC. */
export const formatTime = (iso: string): string => dayAndTime.format(new Date(iso));
export const formatUtc = (iso: string): string =>
  new Date(iso)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
export const formatDay = (iso: string): string => dayOnly.format(new Date(iso));
/** A calendar day without a year. Reports count days in UTC. */
export const formatShortDay = (date: Date | string): string => shortDay.format(new Date(date));
const monthAndYear = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** A month (2026-08) as "August 2026". */
export const formatMonth = (month: string): string => monthAndYear.format(new Date(`${month}-01T00:00:00Z`));
const hourOfDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: 'numeric' });
/** The viewer's local hour: "Nov 18, 9 PM". */
export const formatHour = (iso: string): string => hourOfDay.format(new Date(iso));
/** A calendar date (2026-08-21) is not shifted to the local time zone. */
export const formatDate = (date: string): string => dayOnly.format(new Date(`${date.slice(0, 10)}T12:00:00`));

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** "5 minutes ago", "in 2 hours". */
export function formatAgo(iso: string, now: number): string {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  for (const [unit, length] of steps) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  }
  return Math.abs(seconds) < 10 ? 'just now' : relative.format(Math.trunc(seconds), 'second');
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
