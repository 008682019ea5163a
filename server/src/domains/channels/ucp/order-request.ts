import { type Cents, toCents } from '../../../kit/money.ts';
import { type FullOrder, type OrderRequest, plainFieldsOf } from '../../orders/orders/index.ts';
import { type Content, itemIn } from './checkout.ts';
import type { CheckoutBody } from './schema.ts';

/** The delivery address: the chosen destination of the first shipping method, or its only one. Null if incomplete. */
export function addressIn({ fulfillment, buyer = {} }: CheckoutBody): FullOrder['shipping_address'] | null {
  const method = fulfillment?.methods?.find(({ type }) => type === undefined || type === 'shipping');
  const places = method?.destinations ?? [];
  const place = places.find(({ id }) => id !== undefined && id === method?.selected_destination_id) ?? places[0];
  const [first_name, last_name] = [place?.first_name ?? buyer.first_name, place?.last_name ?? buyer.last_name];
  if (!place?.street_address || !place.address_locality || !place.postal_code || !first_name || !last_name) return null;
  return {
    first_name,
    last_name,
    address_line1: place.street_address,
    address_line2: place.extended_address || null,
    city: place.address_locality,
    state: place.address_region || null,
    postal_code: place.postal_code,
    country: (place.address_country ?? 'US').toUpperCase(),
    phone_number: place.phone_number ?? buyer.phone_number ?? null,
  };
}

interface OrderRequestInput extends Pick<Content, 'lines' | 'buyer'> {
  address: NonNullable<Content['address']>;
  maxPrice: Cents;
  /** ISO 4217; US dollars by default. */
  maxPriceCurrency?: string;
}

/** The order request of a checkout. */
export const orderRequestOf = (
  { lines, address, buyer, maxPrice, maxPriceCurrency = 'USD' }: OrderRequestInput,
  feeCents: number,
): OrderRequest => ({
  products: lines.flatMap(({ itemId, quantity }) => {
    const item = itemIn(itemId);
    return item
      ? [{ url: item.url, quantity, variant: item.variant, conditionIn: ['New' as const], conditionNotIn: [] }]
      : [];
  }),
  shippingAddress: address,
  maxPrice,
  maxPriceCurrency,
  fee: toCents(feeCents),
  retailerCredentialsId: null,
  plain: plainFieldsOf({ metadata: { source: 'ucp' } }),
  customerEmail: buyer.email ?? null,
  options: {},
});
