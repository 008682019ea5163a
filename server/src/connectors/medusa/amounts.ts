import { type Cents, toCents } from '../../kit/money.ts';

/**
 * Medusa counts in decimals of any length (a tax of 8.25 % makes 49.762525 dollars) and rounds when it charges: half a
 * cent and more is a cent. Done on the digits, never in floating point. Null when it is not an amount.
 */
export function chargedCents(amount: unknown): Cents | null {
  if (typeof amount !== 'number' && typeof amount !== 'string') return null;
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(amount).trim()) ?? [];
  if (whole === undefined) return null;
  const cents = Number(`${whole}${fraction.slice(0, 2).padEnd(2, '0')}`) + (Number(fraction[2] ?? 0) >= 5 ? 1 : 0);
  return Number.isSafeInteger(cents) ? toCents(cents) : null;
}
