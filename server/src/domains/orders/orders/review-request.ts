import type { Registry } from '../../../connectors/registry.ts';
import { type Failure, type FailureCode, Invalid } from '../../../kit/failure.ts';
import type { Cents } from '../../../kit/money.ts';
import {
  agentsAccountId,
  allowsOrder,
  allowsRetailer,
  type Caller,
  spendLimitExceeded,
} from '../../access/accounts/index.ts';
import { holdFor, insufficientFunds } from '../../money/wallet/index.ts';
import type { QuotedCart } from './actions/index.ts';
import { addressProblems, countries, isCountry, type ShippingAddress } from './address.ts';
import {
  invalidShippingAddress,
  mixedRetailers,
  orderExceedsKeyLimit,
  productNotFound,
  refusedImmediately,
  retailerNotAllowed,
  unsupportedCountry,
  unsupportedRetailer,
} from './failures.ts';
import type { OrderExchange } from './order-exchange.ts';

export interface ReviewNeeds {
  registry: Registry;
  /** Countries that a retailer delivers to; null: its store decides. */
  countriesOf(retailer: string): readonly string[] | null;
}

/** The part of an order request that the rules check. */
interface Reviewed {
  products: { url: string }[];
  shippingAddress: ShippingAddress;
  maxPrice: Cents;
  maxPriceCurrency?: string;
  fee: Cents;
}

export interface CheckedRequest {
  retailer: string;
  productIds: string[];
  /** Currency of the store (ISO 4217). */
  currency: string;
  quoted?: { totalCents: number; cart: QuotedCart | null; exchange: OrderExchange | null };
}

export interface RequestReview {
  /** Null if the request cannot be bought. */
  checked: CheckedRequest | null;
  /** Every reason, at least one if `checked` is null. */
  refusals: (Failure | Invalid)[];
}

/**
 * The rules for every kind of order request. Writes nothing and returns every reason: a single order is refused with
 * the first, a row of a file shows all.
 */
export function reviewRequest(needs: ReviewNeeds, caller: Caller, request: Reviewed): RequestReview {
  const refusals: (Failure | Invalid)[] = [];
  const owners = new Set<string>();
  const routes = request.products.flatMap((product) => {
    const route = needs.registry.forUrl(caller.world, product.url);
    const owner = route?.ref.retailer ?? needs.registry.ownerOf(caller.world, product.url);
    const isServed = owner !== null && needs.registry.supports(caller.world, owner);
    if (isServed) owners.add(owner);
    if (route && isServed) return { ...route, url: product.url };
    refusals.push(isServed ? productNotFound(product.url, owner) : unsupportedRetailer(product.url));
    return [];
  });
  // First: correcting one URL would not make the order valid.
  if (owners.size > 1) refusals.unshift(mixedRetailers([...owners]));
  if (request.products.length === 0) {
    refusals.push(new Invalid([{ loc: ['body', 'products'], msg: 'Field required', type: 'missing' }]));
  }
  const retailer = routes[0]?.ref.retailer ?? null;
  const currencies = [...new Set(routes.map(({ connector, ref }) => ref.currency ?? connector.currency))];
  if (currencies.length > 1) refusals.push(mixedRetailers(currencies));
  const currency = currencies[0] ?? 'USD';
  const maxPriceIn = request.maxPriceCurrency ?? 'USD';
  // Agents pay in US dollars.
  if (maxPriceIn !== 'USD' && (maxPriceIn !== currency || caller.accountId === agentsAccountId)) {
    refusals.push(unfitCurrency(currency));
  }
  refusals.push(...addressRefusals(needs, request, retailer));
  // The store only checks a complete cart.
  const precheck = refusals.length === 0 ? routes[0]?.connector.precheck?.(routes) : null;
  if (precheck) refusals.push(refuse(precheck, request));
  if (retailer !== null && !allowsRetailer(caller.limits, retailer)) {
    refusals.push(spendLimitExceeded(retailerNotAllowed(retailer)));
  }
  if (maxPriceIn === 'USD' && !allowsOrder(caller.limits, holdFor(request.maxPrice, request.fee))) {
    refusals.push(spendLimitExceeded(orderExceedsKeyLimit(caller.limits.spendPerOrder ?? 0)));
  }
  if (retailer === null || refusals.length > 0) return { checked: null, refusals };
  return { checked: { retailer, productIds: routes.map((route) => route.ref.productId), currency }, refusals: [] };
}

const unfitCurrency = (currency: string): Invalid =>
  new Invalid([
    {
      loc: ['body', 'max_price_currency'],
      msg: currency === 'USD' ? 'This store sells in USD' : `Use USD or ${currency}`,
      type: 'value_error',
    },
  ]);

function addressRefusals(needs: ReviewNeeds, request: Reviewed, retailer: string | null): Failure[] {
  const { country } = request.shippingAddress;
  const served = retailer === null ? countries : needs.countriesOf(retailer);
  const problems = addressProblems(request.shippingAddress);
  const isServed = served === null ? isCountry(country) : served.includes(country);
  return [
    ...(isServed ? [] : [unsupportedCountry(country, served ?? [])]),
    ...(problems.length > 0 ? [invalidShippingAddress(problems)] : []),
  ];
}

function refuse(refusal: { code: FailureCode; message: string }, request: Reviewed): Failure {
  if (refusal.code === 'insufficient_funds') return insufficientFunds(holdFor(request.maxPrice, request.fee), 0);
  return refusedImmediately(refusal.code, refusal.message);
}
