import { affordableWith, type ExchangeRate, fromUsCents, toUsCents } from '../../../kit/exchange-rate.ts';
import { type Cents, toCents } from '../../../kit/money.ts';
import type { Exchanged } from '../../money/wallet/index.ts';
import type { OrderExchange } from './order-exchange.ts';
import { refundableCentsOf, refundedCentsOf } from './refundable.ts';
import type { FullOrder } from './rows.ts';

/** Paid in US dollars, at the rate when it is bought. */
export const unratedExchange = (currency: string): OrderExchange => ({
  currency,
  wallet: 'USD',
  rate: null,
  markup_bps: 0,
  rated_at: null,
  is_bound: false,
  max_price: null,
  hold: 0,
  fee: 0,
});

export const withRate = (exchange: OrderExchange, { rate, markupBps }: ExchangeRate, date: Date): OrderExchange => ({
  ...exchange,
  rate,
  markup_bps: markupBps,
  rated_at: date.toISOString(),
});

export function rateOf({ currency, rate, markup_bps: markupBps }: OrderExchange): ExchangeRate {
  if (rate === null) throw new Error(`No exchange rate is available for ${currency} yet.`);
  return { currency, rate, markupBps };
}

export const isOfCurrencyWallet = (order: { exchange?: OrderExchange | null }): boolean =>
  order.exchange != null && order.exchange.wallet !== 'USD';

interface Priced {
  max_price_cents: number;
  exchange?: OrderExchange | null;
}

/** The most the store may charge, in its currency. Converted back, it is never above max_price_cents. */
export function maxPriceAtStore({ max_price_cents: cents, exchange }: Priced): Cents {
  if (!exchange) return toCents(cents);
  if (exchange.wallet !== 'USD') return toCents(exchange.hold);
  const rate = rateOf(exchange);
  const { max_price: most } = exchange;
  return most !== null && toUsCents(rate, most) <= cents ? toCents(most) : affordableWith(rate, cents);
}

/** Splits a total in US cents. Each part is rounded with the parts before it, so they add up to the total. */
export function splitUsCents(rate: ExchangeRate, parts: readonly number[]): Cents[] {
  let before = 0;
  return parts.map((part) => {
    const from = toUsCents(rate, before);
    before += part;
    return toCents(toUsCents(rate, before) - from);
  });
}

/** The order with its money in the store's currency, because refund rules count in one currency. */
export function inStoreCurrency(order: FullOrder): FullOrder {
  const { exchange } = order;
  if (!exchange) return order;
  const { charged = 0, refunds = {}, unit_prices: prices = {} } = exchange;
  const returnIds = new Set(order.returns.map(({ id }) => id));
  const others = Object.entries(refunds).filter(([id]) => !returnIds.has(id));
  return {
    ...order,
    charged_cents: charged,
    max_price_cents: charged,
    partly_refunded_cents: others.reduce((sum, [, amount]) => sum + amount, 0),
    returns: order.returns.map((one) => ({ ...one, credited_cents: refunds[one.id] ?? null })),
    items: order.items.map((item) => ({ ...item, unit_price_cents: prices[item.id] ?? null })),
  };
}

/**
 * A refund in US cents at the rate of the purchase. It is rounded with all earlier refunds of the order: they never
 * exceed what was paid, and reach it once everything is refunded.
 */
export function refundInUsCents(order: FullOrder, amount: number): Cents {
  const { exchange } = order;
  if (!exchange) return toCents(amount);
  const left = refundableCentsOf(order);
  const native = inStoreCurrency(order);
  if (amount >= refundableCentsOf(native)) return toCents(left);
  const refunded = toUsCents(rateOf(exchange), refundedCentsOf(native) + amount);
  return toCents(Math.max(0, Math.min(left, refunded - refundedCentsOf(order))));
}

export function refundAtStore(order: FullOrder, usCents: number): Cents {
  const { exchange } = order;
  if (!exchange) return toCents(usCents);
  const left = refundableCentsOf(inStoreCurrency(order));
  const isAll = usCents >= refundableCentsOf(order);
  return toCents(isAll ? left : Math.min(left, fromUsCents(rateOf(exchange), usCents)));
}

/** The same money for the ledger in the store's currency; null if everything is in US dollars. */
export function exchangedOf(
  { exchange }: { exchange?: OrderExchange | null },
  amount: number,
  usCents: number,
): Exchanged | null {
  if (!exchange) return null;
  const isOfWallet = exchange.wallet !== 'USD';
  return { currency: exchange.currency, amount: toCents(amount), isOfWallet, ...(isOfWallet ? { usCents } : {}) };
}
