import type { PriceComponents } from '../../../connectors/contract.ts';
import { Failure } from '../../../kit/failure.ts';
import { toCents, zeroCents } from '../../../kit/money.ts';
import { agentsAccountId, type Caller } from '../../access/accounts/index.ts';
import { noLimitCents, type QuoteNeeds, quoteOrder } from '../../orders/placement/index.ts';
import { type Content, subtotalOf } from './checkout.ts';
import { orderRequestOf } from './order-request.ts';

type Quoted = Pick<Content, 'lines' | 'price' | 'refusal' | 'isEstimate' | 'returnPolicyUrl'>;
type QuoteInput = Pick<Content, 'lines' | 'buyer'> & { address: NonNullable<Content['address']> };

/** The store names its price only after a person acted. */
const personRequiredReason = 'account_verification_required';

/** The store's price for these lines and address, from a quote. */
export async function quoteCheckout(
  needs: { quotes: QuoteNeeds; feeCents: number },
  caller: Caller,
  asked: QuoteInput,
): Promise<Quoted> {
  const { lines } = asked;
  const request = orderRequestOf({ ...asked, maxPrice: noLimitCents }, needs.feeCents);
  const [first] = request.products;
  const served = first && needs.quotes.registry.forUrl(caller.world, first.url);
  const currency = served?.ref.currency ?? served?.connector.currency ?? 'USD';
  if (currency !== 'USD' && caller.accountId === agentsAccountId) return refuseCurrency(lines, currency);
  if (served && !served.connector.abilities.has('quote')) return estimateQuote(lines, currency);
  // The key's limits apply to what it buys; there is no price yet.
  const asking = { ...caller, limits: { ...caller.limits, spendPerOrder: null } };
  try {
    const { order, checkout } = await quoteOrder(needs.quotes, asking, request, null);
    const priceOf = (place: number): number | undefined =>
      checkout.lines.find(({ lineId }) => lineId === order.items[place]?.id)?.unitPrice;
    const priced = lines.map((line, place) => ({ ...line, unitPrice: priceOf(place) ?? line.unitPrice }));
    const { price, returnPolicyUrl = null } = checkout;
    return { lines: priced, price, refusal: null, returnPolicyUrl };
  } catch (refusal) {
    if (!(refusal instanceof Failure) || refusal.status >= 500) throw refusal;
    const errorType = String(refusal.details.error_type ?? refusal.code);
    if (errorType === personRequiredReason && served) return estimateQuote(lines, currency);
    return { lines, price: null, refusal: { code: codes[errorType] ?? 'item_unavailable', message: refusal.message } };
  }
}

/** Agents pay in US dollars. */
const refuseCurrency = (lines: Content['lines'], currency: string): Quoted => ({
  lines,
  price: null,
  refusal: { code: 'item_unavailable', message: `This store sells in ${currency}. Agents pay in US dollars.` },
});

const estimateQuote = (lines: Content['lines'], currency: string): Quoted => ({
  lines,
  price: estimateReserve(lines, currency),
  refusal: null,
  isEstimate: true,
});

/** Adds 25 % and 10 dollars for unknown shipping and tax; only the real total is charged. */
function estimateReserve(lines: Content['lines'], currency: string): PriceComponents {
  const goods = subtotalOf(lines);
  const reserve = Math.ceil(goods / 4) + 1000;
  return {
    currency,
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
