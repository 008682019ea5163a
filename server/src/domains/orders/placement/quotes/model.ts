import { minuteMs } from '../../../../kit/clock.ts';
import { type Cents, toCents } from '../../../../kit/money.ts';

/** Prices move; a quote is good for as long as a person takes to decide. */
export const quoteMs = 15 * minuteMs;

const headroomPercent = 5;

/** Room for a price that moves a little, rounded up to a whole dollar. */
export function suggestedMaxPrice(total: Cents): Cents {
  const withRoom = Math.ceil((total * (100 + headroomPercent)) / 100);
  return toCents(Math.max(1, Math.ceil(withRoom / 100) * 100));
}

/** The most that a store may ask when the client named no limit: a quote buys nothing. */
export const noLimitCents = toCents(1_000_000_000);
