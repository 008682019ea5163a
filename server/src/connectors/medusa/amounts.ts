import type { Cents } from '../../kit/money.ts';
import { amountFromFineDecimal } from '../prices.ts';

/**
 * Medusa counts in decimals of any length (a tax of 8.25 % makes 49.762525 dollars) and rounds when it charges. Null when
 * it is not an amount, or negative.
 */
export function chargedAmount(amount: unknown, currency: string): Cents | null {
  const charged = amountFromFineDecimal(amount, currency.toUpperCase());
  return charged === null || charged < 0 ? null : charged;
}
