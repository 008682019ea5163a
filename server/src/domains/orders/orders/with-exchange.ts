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

/** What decides how an order is paid. */
export type Priced = Pick<NewOrder, 'max_price_cents' | 'fee_cents' | 'exchange'>;
type Asked = Pick<OrderRequest, 'maxPrice' | 'maxPriceCurrency' | 'clientCredentials' | 'card'>;

/**
 * Decides how orders in other currencies are paid: from the wallet in that currency if it has enough, otherwise in US dollars.
 * Limits and policies count max_price_cents at the current rate. Orders of a batch are asked in turn: they share one rate, and each
 * finds in the wallet what the ones before it left.
 */
export function createExchanger(needs: Needs, caller: Caller, { quoted = null, isUsdOnly = false }: Options = {}) {
  const ratedByCurrency = new Map<string, OrderExchange>();
  const availableByCurrency = new Map<string, number>();

  async function findRated(planned: OrderExchange): Promise<OrderExchange> {
    if (quoted) return { ...planned, ...rateFieldsOf(quoted) };
    const known = ratedByCurrency.get(planned.currency);
    if (known) return known;
    const answer = await needs.rates.find(caller.world, planned.currency);
    if (answer.kind === 'none') throw currencyUnsupported(answer.reason);
    const rated = withRate(planned, answer.rate, answer.date);
    ratedByCurrency.set(planned.currency, rated);
    return rated;
  }

  async function findAvailable(currency: string): Promise<number> {
    const known = availableByCurrency.get(currency);
    if (known !== undefined) return known;
    const wallet = await findCurrencyWallet(needs.database.db, { ...caller, currency });
    return wallet?.available ?? 0;
  }

  return {
    async exchange<Order extends Priced>(order: Order, asked: Asked): Promise<Order> {
      if (!order.exchange) return order;
      const rated = await findRated(order.exchange);
      const { maxPriceCents, maxPriceAbroad } = maxPriceOf(caller, order, asked, rated);
      const priced = { ...order, max_price_cents: maxPriceCents, exchange: { ...rated, max_price: maxPriceAbroad } };
      const rate = rateOf(rated);
      const hold = maxPriceAbroad ?? affordableWith(rate, maxPriceCents);
      const fee = fromUsCents(rate, order.fee_cents);
      if (isUsdOnly || asked.clientCredentials || asked.card || hold < 1) return priced;
      const { currency } = rated;
      const available = await findAvailable(currency);
      if (available < hold + fee) return priced;
      availableByCurrency.set(currency, available - hold - fee);
      return { ...priced, exchange: { ...priced.exchange, wallet: currency, is_bound: true, hold, fee } };
    },
  };
}

export const withExchange = <Order extends Priced>(
  needs: Needs,
  caller: Caller,
  order: Order,
  asked: Asked,
  options: Options = {},
): Promise<Order> => createExchanger(needs, caller, options).exchange(order, asked);

/** max_price in US cents, and in the store's currency if the client sent it so. */
function maxPriceOf(
  { limits }: Caller,
  { fee_cents: feeCents }: Priced,
  { maxPrice, maxPriceCurrency = 'USD' }: Asked,
  rated: OrderExchange,
) {
  if (maxPriceCurrency === 'USD') return { maxPriceCents: maxPrice, maxPriceAbroad: null };
  const maxPriceCents = toUsCents(rateOf(rated), maxPrice);
  if (maxPriceCents < 1) throw tooLow;
  if (!allowsOrder(limits, holdFor(maxPriceCents, toCents(feeCents)))) {
    throw spendLimitExceeded(orderExceedsKeyLimit(limits.spendPerOrder ?? 0));
  }
  return { maxPriceCents, maxPriceAbroad: maxPrice };
}

const rateFieldsOf = ({ rate, markup_bps, rated_at }: OrderExchange) => ({
  rate,
  markup_bps,
  rated_at,
  is_bound: true,
});

const tooLow = new Invalid([
  { loc: ['body', 'max_price'], msg: 'Amount should be at least one US cent', type: 'greater_than_equal' },
]);
