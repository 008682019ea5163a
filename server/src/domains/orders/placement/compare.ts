import type { Address, PaidLine, PriceComponents, PurchaseRequest } from '../../../connectors/contract.ts';
import { affordableWith } from '../../../kit/exchange-rate.ts';
import type { Cents } from '../../../kit/money.ts';
import { type OrderExchange, type PlacementRow, rateOf } from '../orders/index.ts';
import { amountText } from './amount-text.ts';
import { isWithinMaxPrice } from './model.ts';
import type { PlacementFailure } from './settle-order.ts';

/** What a store reports in its cart, or as sold. */
export interface SoldCart {
  lines: readonly PaidLine[];
  shipTo: Address | null;
  price: PriceComponents;
}

/**
 * How the store's record differs from the order; null if it doesn't. Stores add to carts that were not empty, sell fewer units, or
 * keep an old address. No kind of store is trusted, so this is checked here.
 */
export function findDifference(request: PurchaseRequest, sold: SoldCart, currency: string): string | null {
  return (
    findLineDifference(request, sold) ??
    findAddressDifference(request, sold) ??
    findPriceDifference(sold.price, currency)
  );
}

function findLineDifference({ lines }: PurchaseRequest, sold: SoldCart): string | null {
  for (const { lineId, quantity } of lines) {
    const count = sold.lines.filter((line) => line.lineId === lineId).reduce((sum, line) => sum + line.quantity, 0);
    if (count !== quantity) return `The store recorded ${count} of an item, but ${quantity} were ordered.`;
  }
  const isStrange = sold.lines.some((line) => !lines.some(({ lineId }) => lineId === line.lineId));
  return isStrange ? 'The store recorded an item that was not ordered.' : null;
}

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** US nine-digit codes extend the five-digit ones. */
const fieldsOf = (address: Address): Record<string, string> => ({
  country: address.country,
  'postal code': address.country === 'US' ? address.postalCode.slice(0, 5) : fold(address.postalCode),
  city: fold(address.city),
  // Some stores use one line for both.
  'street or apartment': fold(`${address.addressLine1}${address.addressLine2 ?? ''}`),
});

/** Stores write region names in many ways, but codes are the same. */
const isOtherState = (one: string | null, other: string | null): boolean =>
  [one, other].every((state) => /^[a-z]{2,3}$/i.test(state ?? '')) && fold(one ?? '') !== fold(other ?? '');

/** A store may omit the name, or shorten the first name to a letter. */
function isOtherRecipient(shown: Address, wanted: Address): boolean {
  const [first, last, whole] = [shown.firstName, shown.lastName, `${shown.firstName}${shown.lastName}`].map(fold);
  if (whole === '' || whole === fold(`${wanted.firstName}${wanted.lastName}`)) return false;
  return last !== fold(wanted.lastName) || first === '' || !fold(wanted.firstName).startsWith(first ?? '');
}

function findAddressDifference({ shippingAddress }: PurchaseRequest, { shipTo }: SoldCart): string | null {
  if (!shipTo) return null;
  const wanted = fieldsOf(shippingAddress);
  const differing = Object.entries(fieldsOf(shipTo)).find(([field, value]) => wanted[field] !== value);
  const what =
    differing?.[0] ??
    (isOtherState(shipTo.state, shippingAddress.state) ? 'state' : null) ??
    (isOtherRecipient(shipTo, shippingAddress) ? 'recipient' : null);
  return what === null ? null : `The store recorded a different ${what} in the shipping address.`;
}

function findPriceDifference(price: PriceComponents, currency: string): string | null {
  if (price.currency !== currency)
    return `The store charges in ${price.currency}, but it is configured for ${currency}.`;
  if (price.total < 0) return `The store's total is ${amountText(price.total, currency)}.`;
  const sum = price.subtotal + price.shipping + price.tax + price.fees;
  if (sum === price.total) return null;
  return `The store's prices sum to ${amountText(sum, currency)}, but its total is ${amountText(price.total, currency, '')}.`;
}

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

/** A total may be above both limits: the lower one names the reason. */
const isQuoteLower = (order: PlacementRow, maxPrice: Cents): boolean => quotedMaxCents(order) <= maxPrice;

export const isPriceChange = (order: PlacementRow, { maxPrice }: PurchaseRequest, reason: string): boolean =>
  reason === 'max_price_exceeded' && isQuoteLower(order, maxPrice);

export const priceChange = (message: string): PlacementFailure => ({
  errorType: 'price_changed',
  message: `${message} Get a new quote.`,
});

export function findPriceProblem(
  order: PlacementRow,
  total: Cents,
  maxPrice: Cents,
  currency: string,
): PlacementFailure | null {
  const shown = amountText(total, currency);
  if (total > quotedMaxCents(order) && isQuoteLower(order, maxPrice)) {
    return priceChange(`The store's total is now ${shown}, more than quoted.`);
  }
  if (isWithinMaxPrice(total, maxPrice)) return null;
  const message = `The store's total is ${shown}, over the max_price of ${amountText(maxPrice, currency, '')}.`;
  return { errorType: 'max_price_exceeded', message };
}
