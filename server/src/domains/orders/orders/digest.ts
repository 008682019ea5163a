import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../kit/canonical-json.ts';

interface Digested {
  retailer: string;
  max_price_cents: number;
  shipping_address: object;
  items: readonly { url: string; quantity: number; variant: unknown }[];
}

/** Binds an approval to the items, the address, the retailer and the maximum price. */
export function orderDigest(order: Digested): string {
  const items = order.items.map(({ url, quantity, variant }) => ({ url, quantity, variant }));
  const { retailer, max_price_cents: maxPrice, shipping_address: address } = order;
  return createHash('sha256').update(canonicalJson({ items, address, retailer, maxPrice })).digest('hex');
}

/** Binds a quote to its request: an order that uses the quote must be the same. */
export function requestDigest(request: {
  products: unknown;
  shippingAddress: unknown;
  retailerCredentialsId: string | null;
}): string {
  const { products, shippingAddress, retailerCredentialsId } = request;
  return createHash('sha256').update(canonicalJson({ products, shippingAddress, retailerCredentialsId })).digest('hex');
}
