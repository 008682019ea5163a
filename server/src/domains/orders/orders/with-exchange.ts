import { affordableWith, fromUsCents, toUsCents } from '../../../kit/exchange-rate.ts';
import { Invalid } from '../../../kit/failure.ts';
import { toCents } from '../../../kit/money.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { allowsOrder, type Caller, spendLimitExceeded } from '../../access/accounts/index.ts';
import type { Rates } from '../../money/wallet/index.ts';
import { findCurrencyWallet, holdFor } from '../../money/wallet/index.ts';
import { rateOf, withRate } from './exchange.ts';
import { currencyUnsupported, orderExceedsKeyLimit } from './failures.ts';
import type { OrderExchange } from './order-exchange.ts';
import type { OrderRequest } from './order-request.ts';
import type { NewOrder } from './sql-accept.ts';

interface Needs {
  database: { db: Executor };
  rates: Rates;
}

interface Options {
  /** The rate of a quote. */
  quoted?: OrderExchange | null;
  /** The wallet in the store's currency has too little after all. */
  isUsdOnly?: boolean;
}

/**
 * Decides how an order in another currency is paid: from the wallet in that currency if it has enough, otherwise in US dollars.
 * Limits and policies count max_price_cents at the current rate.
 */
export async function withExchange(
  needs: Needs,
  caller: Caller,
  order: NewOrder,
  { maxPrice, maxPriceCurrency = 'USD', clientCredentials, card }: OrderRequest,
  { quoted = null, isUsdOnly = false }: Options = {},
): Promise<NewOrder> {
  const { exchange: planned } = order;
  if (!planned) return order;
  const { currency } = planned;
  const rated = quoted ? { ...planned, ...rateFieldsOf(quoted) } : await findRated(needs, caller, planned);
  const rate = rateOf(rated);
  const isAbroad = maxPriceCurrency !== 'USD';
  const maxPriceCents = isAbroad ? toUsCents(rate, maxPrice) : maxPrice;
  if (maxPriceCents < 1) throw tooLow;
  if (isAbroad && !allowsOrder(caller.limits, holdFor(maxPriceCents, toCents(order.fee_cents)))) {
    throw spendLimitExceeded(orderExceedsKeyLimit(caller.limits.spendPerOrder ?? 0));
  }
  const priced = {
    ...order,
    max_price_cents: maxPriceCents,
    exchange: { ...rated, max_price: isAbroad ? maxPrice : null },
  };
  const hold = isAbroad ? maxPrice : affordableWith(rate, maxPriceCents);
  const fee = fromUsCents(rate, order.fee_cents);
  if (isUsdOnly || clientCredentials || card || hold < 1) return priced;
  const wallet = await findCurrencyWallet(needs.database.db, { ...caller, currency });
  if (!wallet || wallet.available < hold + fee) return priced;
  return { ...priced, exchange: { ...priced.exchange, wallet: currency, is_bound: true, hold, fee } };
}

const rateFieldsOf = ({ rate, markup_bps, rated_at }: OrderExchange) => ({
  rate,
  markup_bps,
  rated_at,
  is_bound: true,
});

async function findRated(needs: Needs, { world }: Caller, planned: OrderExchange): Promise<OrderExchange> {
  const answer = await needs.rates.find(world, planned.currency);
  if (answer.kind === 'none') throw currencyUnsupported(answer.reason);
  return withRate(planned, answer.rate, answer.date);
}

const tooLow = new Invalid([
  { loc: ['body', 'max_price'], msg: 'Amount should be at least one US cent', type: 'greater_than_equal' },
]);
