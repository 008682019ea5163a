import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { addCents, type Cents, exponentOf, toCents, zeroCents } from '../../kit/money.ts';
import type { CartLine } from '../cart-lines.ts';
import type { Address, PriceComponents } from '../contract.ts';
import { amountFromFineDecimal } from '../prices.ts';
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

/** The REST API's times are UTC without a zone. */
export const timeOf = (gmt: string): Date => new Date(/(?:Z|[+-]\d\d:\d\d)$/.test(gmt) ? gmt : `${gmt}Z`);

const basisOf = (order: RestOrder): PriceComponents['basis'] => (order.prices_include_tax ? 'gross' : 'net');

/** Rounds finer amounts, as the shop does. */
const amountIn = ({ currency }: RestOrder, amount: string): Cents | null => amountFromFineDecimal(amount, currency);

export const totalOf = (order: RestOrder): Cents | null => amountIn(order, order.total);

/** Null if the totals don't add up. */
export function priceOf(order: RestOrder): PriceComponents | null {
  const [total, tax, shipping] = [
    totalOf(order),
    amountIn(order, order.total_tax),
    amountIn(order, order.shipping_total),
  ];
  const charged = (order.fee_lines ?? []).map((fee) => amountIn(order, fee.total));
  if (total === null || tax === null || shipping === null || charged.includes(null)) return null;
  const fees = addCents(zeroCents, ...charged.filter((fee) => fee !== null));
  const subtotal = total - tax - shipping - fees;
  if (subtotal < 0 || fees < 0) return null;
  return { currency: order.currency, basis: basisOf(order), subtotal: toCents(subtotal), shipping, tax, fees, total };
}

/** The order's lines with our IDs. */
export function linesOf(order: RestOrder, wanted: readonly WantedItem[]): CartLine[] {
  const items = order.line_items.map((item) => ({
    id: item.variation_id || item.product_id,
    quantity: item.quantity,
    name: item.name ?? null,
    variation: (item.meta_data ?? []).map(({ display_value: value }) => ({ value: String(value ?? '') })),
    prices: { price: String(unitPrice(order, item)), currency_minor_unit: exponentOf(order.currency) },
  }));
  return cartLinesOf({ items, totals: { currency_code: order.currency } }, wanted);
}

function unitPrice(order: RestOrder, item: RestOrder['line_items'][number]): number {
  const net = amountIn(order, item.subtotal) ?? 0;
  const sum = basisOf(order) === 'gross' ? net + (amountIn(order, item.subtotal_tax) ?? 0) : net;
  return item.quantity > 0 ? Math.round(sum / item.quantity) : 0;
}

export const shipToOf = ({ shipping }: RestOrder): Address | null => cartShipToOf({ shipping_address: shipping });
