import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type Cents, toCents, zeroCents } from '../../kit/money.ts';
import type { CartLine } from '../cart-lines.ts';
import type { Address, PriceComponents } from '../contract.ts';
import { amountFromFineMinor } from '../prices.ts';
import { lettersOf, typedText } from './plain-text.ts';
import type { VariationChoice } from './product.ts';

const id = Type.Union([Type.Integer(), Type.String()]);
const amount = Type.Union([Type.String(), Type.Integer()]);
const maybeAmount = Type.Optional(Type.Union([amount, Type.Null()]));
const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));

export const PostalAddress = Type.Object({
  first_name: text,
  last_name: text,
  address_1: text,
  address_2: text,
  city: text,
  state: text,
  postcode: text,
  country: text,
  phone: text,
});

const Item = Type.Object({
  key: text,
  /** In a cart, the product or variation. In an order, the line number. */
  id,
  quantity: Type.Number(),
  name: text,
  sku: text,
  variation: Type.Optional(Type.Array(Type.Object({ attribute: text, value: text }))),
  images: Type.Optional(Type.Array(Type.Object({ thumbnail: Type.Optional(text) }))),
  prices: Type.Object({ price: amount, currency_minor_unit: Type.Integer() }),
  totals: Type.Optional(
    Type.Object({ line_subtotal: maybeAmount, line_subtotal_tax: maybeAmount, currency_minor_unit: Type.Integer() }),
  ),
});
type Item = Static<typeof Item>;

const Totals = Type.Object({
  total_items: amount,
  total_items_tax: maybeAmount,
  total_fees: maybeAmount,
  total_discount: maybeAmount,
  total_shipping: maybeAmount,
  total_tax: amount,
  total_price: amount,
  currency_code: Type.String(),
  currency_minor_unit: Type.Integer(),
});

const Rate = Type.Object({
  rate_id: Type.String(),
  price: amount,
  method_id: text,
  selected: Type.Optional(Type.Boolean()),
});
const Package = Type.Object({ package_id: id, shipping_rates: Type.Array(Rate) });

const Cart = Type.Object({
  items: Type.Array(Item),
  totals: Totals,
  shipping_address: Type.Optional(PostalAddress),
  shipping_rates: Type.Optional(Type.Array(Package)),
  needs_shipping: Type.Optional(Type.Boolean()),
  needs_payment: Type.Optional(Type.Boolean()),
  payment_methods: Type.Optional(Type.Array(Type.String())),
});
export type Cart = Static<typeof Cart>;
export const cartIn = (value: unknown): Cart | null => (Value.Check(Cart, value) ? value : null);

const Order = Type.Object({
  id,
  status: Type.String(),
  items: Type.Array(Item),
  totals: Totals,
  shipping_address: Type.Optional(PostalAddress),
  needs_payment: Type.Optional(Type.Boolean()),
});
export type Order = Static<typeof Order>;
export const orderIn = (value: unknown): Order | null => (Value.Check(Order, value) ? value : null);

type Sold = Pick<Cart, 'items' | 'totals' | 'shipping_address'>;

/** Our variants and the shop's matching items, in cart order. */
export const WantedItems = Type.Array(
  Type.Object({
    variantId: Type.String(),
    itemId: Type.String(),
    labels: Type.Array(Type.Array(Type.String())),
    sku: Type.String(),
    name: Type.String(),
  }),
);
export type WantedItem = Static<typeof WantedItems>[number];

export const wantedItem = (variantId: string, itemId: string, choices: readonly VariationChoice[]): WantedItem => ({
  variantId,
  itemId,
  labels: choices.map(({ value, label }) => [value, label]),
  sku: '',
  name: '',
});

const fold = (words: string | null | undefined): string => lettersOf(words ?? '');

function hasLabels(item: Item, { labels }: WantedItem): boolean {
  const values = (item.variation ?? []).map(({ value }) => fold(value));
  return labels.every((names) => names.some((name) => values.includes(fold(name))));
}

const isItemFor = (item: Item, wanted: WantedItem): boolean =>
  String(item.id) === wanted.itemId && hasLabels(item, wanted);

/** The cart's items with our IDs, and the names an order will use. */
export function itemsInCart(cart: Sold, wanted: readonly WantedItem[]): WantedItem[] {
  return cart.items.flatMap((item) => {
    const known = wanted.find((candidate) => isItemFor(item, candidate));
    return known ? [{ ...known, sku: item.sku ?? '', name: fold(item.name) }] : [];
  });
}

const unexpectedLineId = (item: Item): string => `unasked ${item.id}`;

/** The cart's items with our IDs. An unexpected item keeps its own ID, so the check fails. */
export function linesOf(
  cart: Pick<Sold, 'items'> & { totals: { currency_code: string } },
  wanted: readonly WantedItem[],
): CartLine[] {
  return cart.items.map((item) => ({
    variantId: wanted.find((candidate) => isItemFor(item, candidate))?.variantId ?? unexpectedLineId(item),
    quantity: item.quantity,
    unitPrice: shownPrice(item, cart.totals.currency_code),
    title: item.name ?? undefined,
    image: item.images?.[0]?.thumbnail ?? undefined,
  }));
}

const shownPrice = ({ prices }: Item, currency: string): Cents =>
  amountFromFineMinor(prices.price, currency, prices.currency_minor_unit) ?? zeroCents;

/** An order shows no product IDs, so match by SKU, or by name without one. */
function isSameGoods(item: Item, { sku, name }: WantedItem): boolean {
  return sku !== '' && item.sku ? item.sku === sku : fold(item.name).startsWith(name);
}

/** The order's lines with our IDs. They come in cart order, so try the same position first. */
export function orderLinesOf(order: Order, wanted: readonly WantedItem[], basis: PriceComponents['basis']): CartLine[] {
  const left = [...wanted];
  return order.items.map((item, place) => {
    const fits = (candidate: WantedItem | undefined): candidate is WantedItem =>
      candidate !== undefined && left.includes(candidate) && isSameGoods(item, candidate);
    const own = wanted[place];
    const known = fits(own) ? own : left.find((candidate) => fits(candidate) && hasLabels(item, candidate));
    if (known) left.splice(left.indexOf(known), 1);
    const variantId = known?.variantId ?? unexpectedLineId(item);
    return { variantId, quantity: item.quantity, unitPrice: soldPrice(item, basis, order.totals.currency_code) };
  });
}

/** The unit price of the sale. `prices` shows today's price. */
function soldPrice(item: Item, basis: PriceComponents['basis'], currency: string): Cents {
  const amountOf = (value: string | number | null | undefined): Cents | null =>
    item.totals && value ? amountFromFineMinor(value, currency, item.totals.currency_minor_unit) : null;
  const net = amountOf(item.totals?.line_subtotal);
  if (net === null || item.quantity <= 0) return shownPrice(item, currency);
  const sum = basis === 'gross' ? net + (amountOf(item.totals?.line_subtotal_tax) ?? 0) : net;
  return toCents(Math.round(sum / item.quantity));
}

/** The shop rounds each line and tax, so totals may differ by a cent each. */
const roundingMax = (sold: Sold): number => 2 + 2 * sold.items.length;

/**
 * WooCommerce shows components without tax, and tax separately. The subtotal absorbs discounts and rounding. In an
 * order, items are already discounted. Null if the totals don't add up.
 */
export function priceOf(sold: Sold, known?: PriceComponents['basis']): PriceComponents | null {
  const { totals } = sold;
  const { currency_code: currency, currency_minor_unit: decimals } = totals;
  const cents = (value: string | number | null | undefined): Cents | null =>
    value === null || value === undefined ? zeroCents : amountFromFineMinor(value, currency, decimals);
  const [total, tax, shipping] = [cents(totals.total_price), cents(totals.total_tax), cents(totals.total_shipping)];
  const [fees, items, discount] = [cents(totals.total_fees), cents(totals.total_items), cents(totals.total_discount)];
  if (total === null || tax === null || shipping === null || fees === null || items === null || discount === null) {
    return null;
  }
  const subtotal = total - tax - shipping - fees;
  const isNear = (sum: number): boolean => Math.abs(sum - subtotal) <= roundingMax(sold);
  if (fees < 0 || subtotal < 0 || !(isNear(items - discount) || isNear(items))) return null;
  const basis = known ?? basisOf(sold, items, cents(totals.total_items_tax) ?? zeroCents);
  return { currency, basis, subtotal: toCents(subtotal), shipping, tax, fees, total };
}

/** If unit prices contain tax, they add up to about the items plus their tax. */
function basisOf(sold: Sold, items: number, itemsTax: number): PriceComponents['basis'] {
  const shown = linesOf(sold, []).reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
  return itemsTax > 0 && Math.abs(shown - items - itemsTax) < Math.abs(shown - items) ? 'gross' : 'net';
}

/** WooCommerce prefixes German states with the country. */
const stateInput = ({ country, state }: Address): string =>
  country === 'DE' && state && /^[A-Z]{2}$/i.test(state) ? `DE-${state.toUpperCase()}` : (state ?? '');

export const addressInput = (address: Address) => ({
  first_name: address.firstName,
  last_name: address.lastName,
  company: '',
  address_1: address.addressLine1,
  address_2: address.addressLine2 ?? '',
  city: address.city,
  state: stateInput(address),
  postcode: address.postalCode,
  country: address.country,
  phone: address.phoneNumber ?? '',
});

/** An empty address. The shop requires a country. */
export const blankAddress = (country: string) => ({
  ...{ first_name: '', last_name: '', company: '', address_1: '', address_2: '', city: '', state: '', postcode: '' },
  country,
  phone: '',
});

export function shipToOf({ shipping_address: there }: Pick<Sold, 'shipping_address'>): Address | null {
  if (!there?.address_1) return null;
  const typed = (words: string | null | undefined): string => typedText(words ?? '');
  return {
    firstName: typed(there.first_name),
    lastName: typed(there.last_name),
    addressLine1: typed(there.address_1),
    addressLine2: typed(there.address_2) || null,
    city: typed(there.city),
    state: there.state?.replace(/^DE-/, '') || null,
    postalCode: typed(there.postcode),
    country: there.country ?? '',
    phoneNumber: typed(there.phone) || null,
  };
}

/** Ignores formatting and the state, which the shop rewrites. */
export function isSentTo(sold: Sold, address: Address): boolean {
  const there = shipToOf(sold);
  if (!there) return false;
  const keys = ['firstName', 'lastName', 'addressLine1', 'addressLine2', 'city', 'postalCode', 'country'] as const;
  return keys.every((key) => fold(there[key]) === fold(address[key]));
}
