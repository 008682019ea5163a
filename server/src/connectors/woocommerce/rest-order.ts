import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { addCents, type Cents, toCents, zeroCents } from '../../kit/money.ts';
import type { CartLine } from '../cart-lines.ts';
import type { Address, PriceComponents } from '../contract.ts';
import { centsFromFineMinor } from '../prices.ts';
import { linesOf as cartLinesOf, shipToOf as cartShipToOf, PostalAddress, type WantedItem } from './cart.ts';

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const id = Type.Integer({ minimum: 0 });

/** An order as the REST API shows it to the shop's owner. Amounts are decimal strings. */
const RestOrder = Type.Object({
  id,
  number: Type.String({ minLength: 1 }),
  order_key: Type.String(),
  status: Type.String(),
  currency: Type.String(),
  prices_include_tax: Type.Boolean(),
  date_created_gmt: Type.String(),
  date_modified_gmt: text,
  date_paid_gmt: text,
  total: Type.String(),
  total_tax: Type.String(),
  shipping_total: Type.String(),
  billing: Type.Object({ email: text }),
  shipping: PostalAddress,
  line_items: Type.Array(
    Type.Object({
      product_id: id,
      variation_id: id,
      quantity: Type.Number(),
      name: text,
      subtotal: Type.String(),
      subtotal_tax: Type.String(),
      meta_data: Type.Optional(Type.Array(Type.Object({ display_value: Type.Optional(Type.Unknown()) }))),
    }),
  ),
  fee_lines: Type.Optional(Type.Array(Type.Object({ total: Type.String() }))),
});
export type RestOrder = Static<typeof RestOrder>;

export const restOrderIn = (value: unknown): RestOrder | null => (Value.Check(RestOrder, value) ? value : null);

/** "49.48", or finer where the shop calculates so; what is charged is rounded to cents. */
export function centsOf(amount: string): Cents | null {
  const [, sign = '', whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  return whole === undefined ? null : centsFromFineMinor(`${sign}${whole}${fraction}`, fraction.length);
}

/** The REST API writes times in UTC, without saying so. */
export const timeOf = (gmt: string): Date => new Date(/(?:Z|[+-]\d\d:\d\d)$/.test(gmt) ? gmt : `${gmt}Z`);

const basisOf = (order: RestOrder): PriceComponents['basis'] => (order.prices_include_tax ? 'gross' : 'net');

/** Null when an amount is none, or the sums make no sense. */
export function priceOf(order: RestOrder): PriceComponents | null {
  const [total, tax, shipping] = [centsOf(order.total), centsOf(order.total_tax), centsOf(order.shipping_total)];
  const charged = (order.fee_lines ?? []).map((fee) => centsOf(fee.total));
  if (total === null || tax === null || shipping === null || charged.includes(null)) return null;
  const fees = addCents(zeroCents, ...charged.filter((fee) => fee !== null));
  const subtotal = total - tax - shipping - fees;
  if (subtotal < 0 || fees < 0) return null;
  return { currency: order.currency, basis: basisOf(order), subtotal: toCents(subtotal), shipping, tax, fees, total };
}

/** The order's lines under our names. */
export function linesOf(order: RestOrder, wanted: readonly WantedItem[]): CartLine[] {
  const items = order.line_items.map((item) => ({
    id: item.variation_id || item.product_id,
    quantity: item.quantity,
    name: item.name ?? null,
    variation: (item.meta_data ?? []).map(({ display_value: value }) => ({ value: String(value ?? '') })),
    prices: { price: String(unitPrice(item, basisOf(order))), currency_minor_unit: 2 },
  }));
  return cartLinesOf({ items }, wanted);
}

function unitPrice(item: RestOrder['line_items'][number], basis: PriceComponents['basis']): number {
  const net = centsOf(item.subtotal) ?? 0;
  const sum = basis === 'gross' ? net + (centsOf(item.subtotal_tax) ?? 0) : net;
  return item.quantity > 0 ? Math.round(sum / item.quantity) : 0;
}

export const shipToOf = ({ shipping }: RestOrder): Address | null => cartShipToOf({ shipping_address: shipping });
