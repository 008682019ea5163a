import type { Address, PaidLine, PriceComponents, PurchaseRequest } from '../../../connectors/contract.ts';

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
  street: fold(address.addressLine1),
});

function findAddressDifference({ shippingAddress }: PurchaseRequest, { shipTo }: SoldCart): string | null {
  if (!shipTo) return null;
  const wanted = fieldsOf(shippingAddress);
  const differing = Object.entries(fieldsOf(shipTo)).find(([field, value]) => wanted[field] !== value);
  return differing ? `The store has a different ${differing[0]} in the shipping address.` : null;
}

function findPriceDifference(price: PriceComponents, currency: string): string | null {
  if (price.currency !== currency) return `The store wants ${price.currency}; it is configured for ${currency}.`;
  const sum = price.subtotal + price.shipping + price.tax + price.fees;
  return sum === price.total ? null : `The store's prices sum to ${sum} cents, but its total is ${price.total}.`;
}
