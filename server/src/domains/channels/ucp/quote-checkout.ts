import type { PriceComponents } from '../../../connectors/contract.ts';
import { type ExchangeRate, fromUsCents, neededUsCents, toUsCents } from '../../../kit/exchange-rate.ts';
import { Failure } from '../../../kit/failure.ts';
import { toCents, zeroCents } from '../../../kit/money.ts';
import type { World } from '../../../kit/world.ts';
import { agentsAccountId, type Caller } from '../../access/accounts/index.ts';
import { splitUsCents } from '../../orders/orders/index.ts';
import { noLimitCents, type QuoteNeeds, quoteOrder } from '../../orders/placement/index.ts';
import { type Content, subtotalOf } from './checkout.ts';
import { orderRequestOf } from './order-request.ts';

type Quoted = Pick<Content, 'lines' | 'price' | 'refusal' | 'serviceFee' | 'isEstimate' | 'returnPolicyUrl'>;
type QuoteInput = Pick<Content, 'lines' | 'buyer'> & { address: NonNullable<Content['address']> };

const isAgent = ({ accountId }: Caller): boolean => accountId === agentsAccountId;

interface Needs {
  quotes: QuoteNeeds;
  feeCents: number;
}

/** The store names its price only after a person acted. */
const personRequiredReason = 'account_verification_required';

/**
 * The store's price for these lines and address, from a quote. Agents without a key pay in US dollars: `lines` and the
 * price are in US cents for them, and in the store's currency for others.
 */
export async function quoteCheckout(needs: Needs, caller: Caller, asked: QuoteInput, rate: StoreRate): Promise<Quoted> {
  const { lines } = asked;
  const request = orderRequestOf({ ...asked, maxPrice: noLimitCents }, needs.feeCents);
  const [first] = request.products;
  const served = first && needs.quotes.registry.forUrl(caller.world, first.url);
  const serviceFee = isAgent(caller) || !rate ? {} : { serviceFee: fromUsCents(rate, needs.feeCents) };
  const shown = (amount: number) => (isAgent(caller) && rate ? toUsCents(rate, amount) : amount);
  const estimate = (): Quoted => ({
    lines,
    price: estimateReserve(lines, isAgent(caller) ? null : rate),
    refusal: null,
    isEstimate: true,
    ...serviceFee,
  });
  if (served && !served.connector.abilities.has('quote')) return estimate();
  // The key's limits apply to what it buys; there is no price yet.
  const asking = { ...caller, limits: { ...caller.limits, spendPerOrder: null } };
  try {
    const { order, checkout } = await quoteOrder(needs.quotes, asking, request, null);
    const priceOf = (place: number): number | undefined =>
      checkout.lines.find(({ lineId }) => lineId === order.items[place]?.id)?.unitPrice;
    const priced = lines.map((line, place) => {
      const unitPrice = priceOf(place);
      return unitPrice === undefined ? line : { ...line, unitPrice: shown(unitPrice) };
    });
    const { price, returnPolicyUrl = null } = checkout;
    const paid = isAgent(caller) && rate ? inUsDollars(price, rate) : price;
    return { lines: priced, price: paid, refusal: null, returnPolicyUrl, ...serviceFee };
  } catch (refusal) {
    if (!(refusal instanceof Failure) || refusal.status >= 500) throw refusal;
    const errorType = String(refusal.details.error_type ?? refusal.code);
    if (errorType === personRequiredReason && served) return estimate();
    return { lines, price: null, refusal: { code: codes[errorType] ?? 'item_unavailable', message: refusal.message } };
  }
}

/** The rate of a store in another currency; null for US dollars. */
export type StoreRate = ExchangeRate | null;

/** The currency of the store that sells this URL. */
export function currencyAt({ registry }: Pick<QuoteNeeds, 'registry'>, world: World, url: string): string {
  const served = registry.forUrl(world, url);
  return served?.ref.currency ?? served?.connector.currency ?? 'USD';
}

/** What an agent pays in US dollars. An order for that much never falls short of the store's price by rounding. */
function inUsDollars(price: PriceComponents, rate: ExchangeRate): PriceComponents {
  const [, shipping = zeroCents, tax = zeroCents, fees = zeroCents] = splitUsCents(rate, [
    price.subtotal,
    price.shipping,
    price.tax,
    price.fees,
  ]);
  const total = neededUsCents(rate, price.total);
  return { ...price, currency: 'USD', subtotal: toCents(total - shipping - tax - fees), shipping, tax, fees, total };
}

/** Adds 25 % and 10 US dollars for unknown shipping and tax; only the real total is charged. */
export function estimateReserve(lines: Content['lines'], rate: StoreRate): PriceComponents {
  const goods = subtotalOf(lines);
  const reserve = Math.ceil(goods / 4) + (rate ? fromUsCents(rate, 1000) : 1000);
  return {
    currency: rate?.currency ?? 'USD',
    basis: 'net',
    subtotal: toCents(goods),
    shipping: zeroCents,
    tax: zeroCents,
    fees: toCents(reserve),
    total: toCents(goods + reserve),
  };
}

/** Refusal codes of quotes in UCP. */
const codes: Readonly<Record<string, string>> = {
  product_out_of_stock: 'out_of_stock',
  product_quantity_unavailable: 'out_of_stock',
  product_not_found: 'not_found',
  shipping_unavailable: 'address_undeliverable',
  shipping_address_invalid: 'address_undeliverable',
  invalid_shipping_address: 'address_undeliverable',
  unsupported_country: 'address_undeliverable',
  retailer_unavailable: 'unavailable',
  retailer_rate_limited: 'unavailable',
};
