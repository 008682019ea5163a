import { type Static, Type } from 'typebox';
import { type Cents, toCents, zeroCents } from '../../kit/money.ts';
import { parseJsonShape } from '../../platform/parse-shape.ts';
import type { PriceComponents, Purchase } from '../contract.ts';

const Amount = Type.Unsafe<Cents>(Type.Integer());
const Handle = Type.Object({
  visit: Type.String(),
  preparedAt: Type.String(),
  /** Order numbers that the history showed before; null for a guest, who has none. */
  before: Type.Union([Type.Array(Type.String()), Type.Null()]),
  /** Rows without a number that the history showed before (`rowKeyOf`). */
  unnumbered: Type.Optional(Type.Array(Type.String())),
  /** `before` was judged by dates at a later attempt, so an order that is not in it may be older. */
  isBeforeJudged: Type.Optional(Type.Boolean()),
  price: Type.Object({
    currency: Type.String(),
    basis: Type.Enum(['net', 'gross']),
    subtotal: Amount,
    shipping: Amount,
    tax: Amount,
    fees: Amount,
    total: Amount,
  }),
  /** What the rows of the cart cost together, where they are taken for the items. */
  cart: Type.Optional(Type.Union([Amount, Type.Null()])),
  lines: Type.Array(Type.Object({ lineId: Type.String(), quantity: Type.Integer(), unitPrice: Amount })),
  /** The cart's items, as the store names them. */
  goods: Type.Array(
    Type.Object({
      slug: Type.String(),
      titles: Type.Array(Type.String()),
      quantity: Type.Integer(),
    }),
  ),
  /** The day on which the store will deliver, where its last page says so. */
  delivery: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** The version of the recipe that filled the cart. */
  recipeVersion: Type.Optional(Type.Integer()),
  /** Mode `link`: the page that is handed over to a person; nothing is pressed here. */
  link: Type.Optional(Type.String()),
  /** A person bought it where the link led, and said under which number. */
  orderedAs: Type.Optional(Type.String()),
});

/** Stored before the button is pressed: enough to recognize the purchase in the store's history. */
export type Handle = Static<typeof Handle>;

export const handleIn = (text: string | null): Handle | null => parseJsonShape(Handle, text);

/** What was bought. A store that says afterwards that it charged something else is believed: that is what it took. */
export const purchaseOf = (handle: Handle, number: string, charged: Cents | null = null): Purchase => ({
  merchantOrderIds: [number],
  price: charged === null ? handle.price : chargedPrice(handle.price, charged),
  estimatedDelivery: handle.delivery ?? null,
  placedAt: new Date(handle.preparedAt),
  lines: handle.lines,
  shipTo: null,
});

interface Sold {
  number: string;
  total: Cents;
  currency: string;
  basis: 'net' | 'gross';
  placedAt: Date;
}

/** A purchase without a handle: only its total is known, from the store's page. */
export function purchaseWithoutHandle(
  lines: readonly { lineId: string; quantity: number }[],
  { number, total, currency, basis, placedAt }: Sold,
): Purchase {
  return {
    merchantOrderIds: [number],
    price: { currency, basis, subtotal: total, shipping: zeroCents, tax: zeroCents, fees: zeroCents, total },
    estimatedDelivery: null,
    placedAt,
    lines: lines.map(({ lineId, quantity }) => ({ lineId, quantity, unitPrice: null })),
    shipTo: null,
  };
}

function chargedPrice(price: PriceComponents, total: Cents): PriceComponents {
  const more = total - price.total;
  if (more >= 0) return { ...price, fees: toCents(price.fees + more), total };
  const { currency, basis } = price;
  return { currency, basis, subtotal: total, shipping: zeroCents, tax: zeroCents, fees: zeroCents, total };
}
