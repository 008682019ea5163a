import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { fieldsOf } from '../../kit/fields.ts';
import { addCents, type Cents, toCents, zeroCents } from '../../kit/money.ts';
import type { CartLine } from '../cart-lines.ts';
import type { Address, PriceComponents } from '../contract.ts';
import { amountFromMinor } from '../prices.ts';

const Totals = Type.Array(Type.Object({ type: Type.String(), amount: Type.Integer() }));
const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));

const Destination = Type.Object({
  id: text,
  first_name: text,
  last_name: text,
  street_address: text,
  extended_address: text,
  address_locality: text,
  address_region: text,
  postal_code: text,
  address_country: text,
  phone_number: text,
});

const Option = Type.Object({ id: Type.String(), totals: Type.Optional(Totals) });
const Group = Type.Object({
  id: Type.String(),
  selected_option_id: text,
  options: Type.Optional(Type.Array(Option)),
});

const Method = Type.Object({
  id: text,
  type: Type.String(),
  line_item_ids: Type.Optional(Type.Array(Type.String())),
  selected_destination_id: text,
  destinations: Type.Optional(Type.Array(Destination)),
  groups: Type.Optional(Type.Array(Group)),
});
export type Method = Static<typeof Method>;

const Session = Type.Object({
  id: Type.String({ minLength: 1 }),
  status: Type.String(),
  currency: Type.String({ pattern: '^[A-Za-z]{3}$' }),
  line_items: Type.Array(
    Type.Object({
      id: Type.String(),
      item: Type.Object({ id: Type.String(), title: text, price: Type.Optional(Type.Integer()) }),
      quantity: Type.Integer(),
      totals: Type.Optional(Totals),
    }),
  ),
  totals: Totals,
  continue_url: text,
  fulfillment: Type.Optional(Type.Object({ methods: Type.Optional(Type.Array(Method)) })),
  links: Type.Optional(Type.Array(Type.Object({ type: Type.String(), url: Type.String() }))),
  // Stores without the fulfillment extension.
  shipping_address: Type.Optional(Type.Union([Destination, Type.Null()])),
  order: Type.Optional(
    Type.Union([Type.Null(), Type.Object({ id: Type.String({ minLength: 1 }), permalink_url: text })]),
  ),
});
/** A checkout session and its response. */
export type Session = Static<typeof Session> & { answer: Record<string, unknown> };

export function sessionIn(data: Record<string, unknown>): Session | null {
  const inner = data.checkout;
  const value = typeof inner === 'object' && inner !== null && !('line_items' in data) ? inner : data;
  return Value.Check(Session, value) ? { ...value, answer: fieldsOf(value) } : null;
}

/**
 * The session's price. Null if totals and lines don't add up. Stores differ in the sign of discounts, and in whether
 * the subtotal contains line discounts.
 */
export function priceOf(session: Session): PriceComponents | null {
  const currency = session.currency.toUpperCase();
  const sums = sumsOf(session.totals, currency);
  const lines = lineSum(session, currency);
  if (!sums || lines === null) return null;
  const { total, subtotal, shipping, tax, fees, discount, lineDiscount } = sums;
  const before = subtotal + shipping + tax + fees - discount;
  if (total !== before && total !== before - lineDiscount) return null;
  if (lines !== subtotal && lines !== subtotal + lineDiscount && lines + lineDiscount !== subtotal) return null;
  const goods = total - shipping - tax - fees;
  if (goods < 0 || shipping < 0 || tax < 0 || fees < 0) return null;
  return { currency, basis: 'net', subtotal: toCents(goods), shipping, tax, fees, total };
}

function sumsOf(totals: Static<typeof Totals>, currency: string) {
  const amounts = new Map<string, Cents>();
  for (const { type, amount } of totals) {
    const cents = amountFromMinor(amount, currency);
    // With two totals it is unclear which one is charged.
    if (cents === null || (amounts.has(type) && (type === 'total' || type === 'subtotal'))) return null;
    amounts.set(type, addCents(amounts.get(type) ?? zeroCents, cents));
  }
  const [total, subtotal] = [amounts.get('total'), amounts.get('subtotal')];
  if (total === undefined || subtotal === undefined) return null;
  const known = ['total', 'subtotal', 'items_discount', 'discount', 'fulfillment', 'tax'];
  const fees = [...amounts]
    .filter(([type]) => !known.includes(type))
    .reduce((sum, [, cents]) => addCents(sum, cents), zeroCents);
  return {
    total,
    subtotal,
    fees,
    shipping: amounts.get('fulfillment') ?? zeroCents,
    tax: amounts.get('tax') ?? zeroCents,
    discount: Math.abs(amounts.get('discount') ?? 0),
    lineDiscount: Math.abs(amounts.get('items_discount') ?? 0),
  };
}

function lineSum({ line_items: lines }: Session, currency: string): number | null {
  let sum = 0;
  for (const { item, quantity, totals } of lines) {
    const own = totals?.find(({ type }) => type === 'subtotal')?.amount;
    const cents = amountFromMinor(own ?? (item.price === undefined ? null : item.price * quantity), currency);
    if (cents === null) return null;
    sum += cents;
  }
  return sum;
}

/** The store's lines. Split lines of one item are added up. */
export function linesOf(session: Session): CartLine[] {
  const currency = session.currency.toUpperCase();
  const lines = new Map<string, CartLine>();
  for (const { item, quantity } of session.line_items) {
    const unitPrice = amountFromMinor(item.price, currency);
    const sofar = lines.get(item.id);
    if (unitPrice === null || quantity <= 0) return [];
    const { id: variantId, title } = item;
    lines.set(variantId, {
      variantId,
      quantity: quantity + (sofar?.quantity ?? 0),
      unitPrice,
      title: title ?? undefined,
    });
  }
  return [...lines.values()];
}

export const destinationOf = (address: Address) => ({
  id: 'ship-to',
  first_name: address.firstName,
  last_name: address.lastName,
  street_address: address.addressLine1,
  ...(address.addressLine2 === null ? {} : { extended_address: address.addressLine2 }),
  address_locality: address.city,
  ...(address.state === null ? {} : { address_region: address.state }),
  postal_code: address.postalCode,
  address_country: address.country,
  ...(address.phoneNumber === null ? {} : { phone_number: address.phoneNumber }),
});

/** The one shipping address. Null if not shown or split. */
export function shipToOf(session: Session): Address | null {
  const methods = (session.fulfillment?.methods ?? []).filter(
    ({ line_item_ids: ids }) => ids === undefined || ids.length > 0,
  );
  if (methods.length === 0) return session.shipping_address ? addressIn(session.shipping_address) : null;
  const covered = new Set(methods.flatMap(({ line_item_ids: ids }) => ids ?? session.line_items.map(({ id }) => id)));
  if (session.line_items.some(({ id }) => !covered.has(id))) return null;
  const places = methods.map((method) => (method.type === 'shipping' ? placeOf(method) : null));
  const [first, ...others] = places;
  if (!first || others.some((place) => !place || JSON.stringify(place) !== JSON.stringify(first))) return null;
  return first;
}

function placeOf({ destinations, selected_destination_id: selected }: Method): Address | null {
  const place = destinations?.find(({ id }) => id === selected && typeof selected === 'string');
  return place ? addressIn(place) : null;
}

function addressIn(place: Static<typeof Destination>): Address | null {
  if (!place.street_address) return null;
  return {
    firstName: place.first_name ?? '',
    lastName: place.last_name ?? '',
    addressLine1: place.street_address,
    addressLine2: place.extended_address || null,
    city: place.address_locality ?? '',
    state: place.address_region || null,
    postalCode: place.postal_code ?? '',
    country: (place.address_country ?? '').toUpperCase(),
    phoneNumber: place.phone_number || null,
  };
}

/** The store shows no address. */
export const showsNoAddress = ({ fulfillment, shipping_address: plain }: Session): boolean =>
  !plain?.street_address &&
  (fulfillment?.methods ?? []).every(
    ({ destinations = [] }) => !destinations.some(({ street_address: street }) => street),
  );

/** Compares addresses. Name and phone may be missing. */
export function isSentTo(session: Session, wanted: Address): boolean {
  const there = shipToOf(session);
  if (!there) return false;
  const same = (left: string | null, right: string | null): boolean =>
    (left ?? '').trim().toLowerCase() === (right ?? '').trim().toLowerCase();
  const must = ['addressLine1', 'addressLine2', 'city', 'state', 'postalCode', 'country'] as const;
  const may = ['firstName', 'lastName'] as const;
  return (
    must.every((field) => same(there[field], wanted[field])) &&
    may.every((field) => !there[field] || same(there[field], wanted[field]))
  );
}

/** The price of an option. Null if unknown. */
export function optionCost({ totals = [] }: Static<typeof Option>): number | null {
  const [only, another] = totals;
  const told = totals.find(({ type }) => type === 'total') ?? (another ? undefined : only);
  return told?.amount ?? null;
}

const returnLinks: readonly string[] = ['return_policy', 'refund_policy', 'returns_policy'];

/** URL of the return policy, http and https only. */
export function returnPolicyOf({ links = [] }: Session): string | null {
  const link = links.find(({ type }) => returnLinks.includes(type));
  const url = link ? URL.parse(link.url) : null;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : null;
}
