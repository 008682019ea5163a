import { affordableWith } from '../../../kit/exchange-rate.ts';
import { type OrderExchange, rateOf } from '../orders/index.ts';

/** The most the store may charge by the order's quote. Without one, only max_price limits it. */
export function quotedMaxCents({
  options,
  exchange,
}: {
  options: Record<string, unknown>;
  exchange?: OrderExchange | null;
}): number {
  const { quotedTotalCents: total, maxDriftCents: drift } = options;
  if (typeof total !== 'number') return Number.POSITIVE_INFINITY;
  const most = typeof drift === 'number' ? drift : 0;
  // The quote is in the store's currency, the drift in US cents.
  return total + (exchange ? affordableWith(rateOf(exchange), most) : most);
}
