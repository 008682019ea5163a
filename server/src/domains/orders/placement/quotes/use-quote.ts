import type { Clock } from '../../../../kit/clock.ts';
import { Invalid, notFound } from '../../../../kit/failure.ts';
import { currentTestClock } from '../../../../kit/test-clock.ts';
import type { Db } from '../../../../platform/database/index.ts';
import type { Caller } from '../../../access/accounts/index.ts';
import type { OrderExchange, QuotedCart } from '../../orders/index.ts';
import { quoteRefused } from './failures.ts';
import { findQuote } from './sql.ts';

/** The quote of an order, which must match it. */
export async function useQuote(
  { db, clock }: { db: Db; clock: Clock },
  caller: Caller,
  quoteId: string,
  digest: string,
): Promise<{ totalCents: number; cart: QuotedCart | null; exchange: OrderExchange | null }> {
  const quote = await findQuote(db, caller, quoteId.toLowerCase());
  if (!quote) throw notFound();
  if (quote.digest !== digest) {
    const msg = 'This quote is for other products, another address or another account. Get a new quote';
    throw new Invalid([{ loc: ['body', 'quote_id'], msg, type: 'value_error' }]);
  }
  if (quote.test_clock !== (currentTestClock()?.id ?? null)) {
    const msg = `Value must match the quote: ${quote.test_clock ?? 'null'}`;
    throw new Invalid([{ loc: ['body', 'test_clock'], msg, type: 'value_error' }]);
  }
  if (quote.expires_at <= clock.now()) throw quoteRefused('quote_expired', 'The quote has expired. Get a new quote.');
  return { totalCents: quote.total_cents, cart: quote.cart, exchange: quote.exchange };
}
