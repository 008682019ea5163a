/**
 * How an order at a store in another currency is paid. Amounts are in minor units of the store's currency; every `*_cents` of the order
 * itself is in US cents at this rate.
 */
export interface OrderExchange {
  /** The store's. */
  currency: string;
  /** The currency of the wallet that pays: the same, or USD. */
  wallet: string;
  /** Units of the currency for one US dollar, as decimal text; null until the purchase. */
  rate: string | null;
  markup_bps: number;
  /** The date of the rate. */
  rated_at: string | null;
  /** A quote fixed the rate, or the wallet in the store's currency pays: it stays as it is. */
  is_bound: boolean;
  /** max_price in the store's currency, where the client named it so. */
  max_price: number | null;
  /** What the wallet in the store's currency holds for the purchase and the fee; 0 where US dollars pay. */
  hold: number;
  fee: number;
  /** What of the store's total was captured. */
  charged?: number;
  /** By item. */
  unit_prices?: Record<string, number | null>;
  /** What came back, by what caused it: a return, a partial cancellation, an operator's refund. */
  refunds?: Record<string, number>;
}
