import type { Address, PaidLine, PriceComponents, PurchaseRequest } from '../../../connectors/contract.ts';
import { amountText } from './amount-text.ts';

/** What a store says that it has in its cart, or that it sold. */
export interface SoldCart {
  lines: readonly PaidLine[];
  shipTo: Address | null;
  price: PriceComponents;
}

/**
 * Where the store's own record is not what was ordered; null when it is. Stores add to a cart that was not empty, take
 * fewer than were asked for, or keep an old address: no kind of store is trusted with this, so it is asked here once.
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
    if (count !== quantity) return `The store has ${count} of an item instead of ${quantity} were ordered.`;
  }
  const isStrange = sold.lines.some((line) => !lines.some(({ lineId }) => lineId === line.lineId));
  return isStrange ? 'The store has an item that was not ordered.' : null;
}

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Nine-digit codes of the US are the five-digit ones with more detail. */
const fieldsOf = (address: Address): Record<string, string> => ({
  country: address.country,
  'postal code': address.country === 'US' ? address.postalCode.slice(0, 5) : fold(address.postalCode),
  city: fold(address.city),
  // Some stores write both in one line.
  'street or apartment': fold(`${address.addressLine1}${address.addressLine2 ?? ''}`),
});

/** Stores write names of regions in many ways; codes are the same everywhere. */
const isOtherState = (one: string | null, other: string | null): boolean =>
  [one, other].every((state) => /^[a-z]{2,3}$/i.test(state ?? '')) && fold(one ?? '') !== fold(other ?? '');

/** A store may leave the name out, or write the first name as a letter. */
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
  return what === null ? null : `The store has a different ${what} in the shipping address.`;
}

function findPriceDifference(price: PriceComponents, currency: string): string | null {
  if (price.currency !== currency) return `The store wants ${price.currency}; it is configured for ${currency}.`;
  const sum = price.subtotal + price.shipping + price.tax + price.fees;
  if (sum === price.total) return null;
  return `The store's prices sum to ${amountText(sum, currency)}, but its total is ${amountText(price.total, currency, '')}.`;
}
