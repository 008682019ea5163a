const moneyFormats = new Map<string, Intl.NumberFormat>();
const numbers = new Intl.NumberFormat('en-US');

/** An amount in the minor unit of its currency: cents, whole yen, fils. */
export function formatMoney(amount: number, currency = 'USD'): string {
  const format = moneyFormats.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency });
  moneyFormats.set(currency, format);
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
export const formatNumber = (value: number): string => numbers.format(value);

/** Orders are counted to here; a higher number says that there are more. */
export const countedMax = 10_000;
export const formatCount = (count: number): string =>
  count > countedMax ? `${formatNumber(countedMax)}+` : formatNumber(count);

/** Whole cents of what a person typed ("12", "12.5", "$1,234.50"); null when it is no amount. */
/** Tax that prices contain is a part of what the items cost. */
export const taxLabel = ({ tax_included }: { tax_included: boolean }): string =>
  tax_included ? 'Tax, included' : 'Tax';

export function parseMoney(text: string): number | null {
  const plain = text
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(',', '');
  const match = /^(\d{1,9})(?:\.(\d{0,2}))?$/.exec(plain);
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0') || 0);
}

/** Cents as a person would type them. */
export const typedMoney = (cents: number): string => (cents / 100).toFixed(2);

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

/** One rule for all pages: the viewer's own time, with seconds and its zone. The tooltip has it in UTC. */
export const formatTime = (iso: string): string => dayAndTime.format(new Date(iso));
export const formatUtc = (iso: string): string =>
  new Date(iso)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
export const formatDay = (iso: string): string => dayOnly.format(new Date(iso));
/** A calendar day without a year, in UTC, as the days of reports are. */
export const formatShortDay = (date: Date | string): string => shortDay.format(new Date(date));
/** A calendar date (2026-08-21) is the same day everywhere. */
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
