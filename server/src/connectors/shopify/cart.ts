import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { fieldsOf } from '../../kit/fields.ts';
import { addCents, type Cents, zeroCents } from '../../kit/money.ts';
import type { CartLine } from '../cart-lines.ts';
import type { Address, PriceComponents } from '../contract.ts';
import { amountFromDecimal, amountFromMinor } from '../prices.ts';
import { priceDecimals } from './product.ts';

const id = Type.Union([Type.Integer(), Type.String()]);

/** `/cart.js`: amounts are hundredths in every currency. */
const Cart = Type.Object({
  currency: Type.String(),
  total_price: Type.Integer(),
  items: Type.Array(
    Type.Object({
      variant_id: Type.Optional(id),
      id,
      quantity: Type.Integer(),
      final_price: Type.Optional(Type.Integer()),
      price: Type.Integer(),
      product_title: Type.Optional(Type.String()),
    }),
  ),
});
export type Cart = Static<typeof Cart>;
export const cartIn = (value: unknown): Cart | null => (Value.Check(Cart, value) ? value : null);

export const linesOf = ({ items, currency }: Cart): CartLine[] =>
  items.map((item) => ({
    variantId: String(item.variant_id ?? item.id),
    quantity: item.quantity,
    unitPrice: amountFromMinor(item.final_price ?? item.price, currency, priceDecimals) ?? zeroCents,
    title: item.product_title,
  }));

/** The checkout adds or contains tax; the cart doesn't show it. */
export function priceOf(cart: Cart, shipping: Cents): PriceComponents | null {
  const subtotal = amountFromMinor(cart.total_price, cart.currency, priceDecimals);
  if (subtotal === null) return null;
  const total = addCents(subtotal, shipping);
  return { currency: cart.currency, basis: 'gross', subtotal, shipping, tax: zeroCents, fees: zeroCents, total };
}

/** The cheapest rate. Null if the shop doesn't ship there. */
export function cheapestRate(data: unknown, currency: string): Cents | null {
  const { shipping_rates: rates } = fieldsOf(data);
  if (!Array.isArray(rates)) return null;
  const [cheapest] = rates
    .flatMap((rate) => amountFromDecimal(fieldsOf(rate).price, currency) ?? [])
    .toSorted((a, b) => a - b);
  return cheapest ?? null;
}

/** Shopify expects English country names. */
export function ratesPath({ country, state, postalCode }: Address): string {
  const name = new Intl.DisplayNames(['en'], { type: 'region' }).of(country) ?? country;
  const query = new URLSearchParams({
    'shipping_address[zip]': postalCode,
    'shipping_address[country]': name,
    'shipping_address[province]': state ?? '',
  });
  return `/cart/shipping_rates.json?${query}`;
}

export interface LinkFor {
  origin: string;
  items: readonly { variantId: string; quantity: number }[];
  address: Address;
  email: string | null;
  reference: string;
}

/** A link that opens the shop's checkout with this cart and address. It buys nothing. */
export function checkoutLink({ origin, items, address, email, reference }: LinkFor): string {
  const query = new URLSearchParams();
  const fill = (name: string, value: string | null) => {
    if (value) query.set(`checkout[${name}`, value);
  };
  fill('email]', email);
  fill('shipping_address][first_name]', address.firstName);
  fill('shipping_address][last_name]', address.lastName);
  fill('shipping_address][address1]', address.addressLine1);
  fill('shipping_address][address2]', address.addressLine2);
  fill('shipping_address][city]', address.city);
  fill('shipping_address][province]', address.state);
  fill('shipping_address][zip]', address.postalCode);
  fill('shipping_address][country]', address.country);
  query.set('note', `Reference: ${reference}`);
  const cart = items.map(({ variantId, quantity }) => `${variantId}:${quantity}`).join(',');
  return `${origin}/cart/${cart}?${query}`;
}
