/**
 * How an order at a store in another currency is paid. Amounts are in the store's minor unit. Every `*_cents` of the
 * order itself is in US cents at this rate.
 */
export interface OrderExchange {
  /** Currency of the store. */
  currency: string;
  /** Currency of the wallet that pays: the same, or USD. */
  wallet: string;
  /** Units of the currency for one US dollar, as decimal text; null until the purchase. */
  rate: string | null;
  markup_bps: number;
  rated_at: string | null;
  /** A quote fixed the rate, or the wallet in the store's currency pays. It no longer changes. */
  is_bound: boolean;
  /** max_price in the store's currency, if the client sent it so. */
  max_price: number | null;
  /** What is on hold in the store's currency for the purchase and the fee; 0 if US dollars pay. */
  hold: number;
  fee: number;
  /** The part of the store's total that was captured. */
  charged?: number;
  /** By item. */
  unit_prices?: Record<string, number | null>;
  /** Refunds by cause: a return, a partial cancellation, or an operator's refund. */
  refunds?: Record<string, number>;
}
