import { minuteMs } from '../../../../kit/clock.ts';
import { type Cents, toCents } from '../../../../kit/money.ts';

/** Prices change, so a quote lasts as long as a person takes to decide. */
export const quoteMs = 15 * minuteMs;

const headroomPercent = 5;

/** Leaves room for small price changes, rounded up to a dollar. */
export function suggestedMaxPrice(total: Cents): Cents {
  const withRoom = Math.ceil((total * (100 + headroomPercent)) / 100);
  return toCents(Math.max(1, Math.ceil(withRoom / 100) * 100));
}

/** The limit if the client named none: a quote buys nothing. */
export const noLimitCents = toCents(1_000_000_000);
