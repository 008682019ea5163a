import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type Cents, toCents } from '../../kit/money.ts';
import { parseJsonShape } from '../../platform/parse-shape.ts';
import { WantedLines } from '../cart-lines.ts';
import type { Call, PurchaseRecord, Unreachable } from '../contract.ts';
import { amountFromMinor } from '../prices.ts';
import type { Store } from '../store.ts';
import { problemOf, type UcpApi } from './api.ts';

const Quantities = Type.Array(Type.Object({ id: Type.String(), quantity: Type.Integer() }));
const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));

export const Event = Type.Object({
  type: Type.String(),
  occurred_at: text,
  // What some stores call it.
  timestamp: text,
  line_items: Type.Optional(Quantities),
  tracking_number: text,
  carrier: text,
  description: text,
});

const Adjustment = Type.Object({
  id: Type.String(),
  type: Type.String(),
  status: Type.Optional(Type.String()),
  line_items: Type.Optional(Quantities),
  occurred_at: text,
  totals: Type.Optional(Type.Array(Type.Object({ type: Type.String(), amount: Type.Integer() }))),
  // Used by the first versions instead of totals.
  amount: Type.Optional(Type.Integer()),
  description: text,
});

const Order = Type.Object({
  id: Type.String(),
  currency: Type.Optional(Type.String({ pattern: '^[A-Za-z]{3}$' })),
  line_items: Type.Array(
    Type.Object({
      id: Type.String(),
      item: Type.Object({ id: Type.String() }),
      quantity: Type.Union([
        Type.Object({ total: Type.Integer(), fulfilled: Type.Optional(Type.Integer()) }),
        // Stores that don't count shipped units.
        Type.Integer(),
      ]),
    }),
  ),
  status: text,
  fulfillment: Type.Optional(Type.Object({ events: Type.Optional(Type.Array(Event)) })),
  fulfillment_events: Type.Optional(Type.Array(Event)),
  adjustments: Type.Optional(Type.Array(Adjustment)),
});
export type Order = Static<typeof Order>;
export type Adjustment = Static<typeof Adjustment>;

const Note = Type.Object({ wanted: WantedLines });

/** The order as the store shows it now. */
export async function readOrder(
  { api, store }: { api: UcpApi; store: Store },
  { merchantOrderIds }: PurchaseRecord,
  call: Call,
): Promise<Order | Unreachable> {
  const [orderId] = merchantOrderIds;
  if (orderId === undefined) return { kind: 'unreachable', message: 'The purchase has no order number.' };
  const reply = await api.ask('get_order', { id: orderId }, call);
  const data = reply.kind === 'data' ? (reply.data.order ?? reply.data) : null;
  if (Value.Check(Order, data)) {
    if (data.id !== orderId) return { kind: 'unreachable', message: 'The store returned a different order.' };
    const currency = data.currency?.toUpperCase() ?? store.currency;
    if (currency === store.currency) return { ...data, currency };
    return { kind: 'unreachable', message: `The store shows the order in ${currency} instead of ${store.currency}.` };
  }
  const problem = problemOf(reply);
  const retryAfterMs = problem.kind === 'blocked' ? problem.retryAfterMs : undefined;
  return { kind: 'unreachable', message: problem.message, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

export type LineNames = (id: string) => string[];

/** Our line IDs of each store line. */
export function lineNames(order: Order, { note, lines }: PurchaseRecord): LineNames {
  const wanted = parseJsonShape(Note, note)?.wanted ?? [];
  const [only] = lines.length === 1 && order.line_items.length === 1 ? lines : [];
  return (id) => {
    const item = order.line_items.find((line) => line.id === id)?.item.id;
    const named = wanted.filter(({ variantId }) => variantId === item).map(({ lineId }) => lineId);
    return named.length === 0 && only ? [only.lineId] : named;
  };
}

/** The absolute amount of an adjustment, or null. */
export function adjustedCents({ currency }: Order, { totals, amount: plain }: Adjustment): Cents | null {
  const amount = totals?.find(({ type }) => type === 'total')?.amount ?? plain;
  if (amount === undefined || currency === undefined) return null;
  const cents = amountFromMinor(amount, currency.toUpperCase());
  return cents === null ? null : toCents(Math.abs(cents));
}

export const isCompleted = ({ status }: Adjustment): boolean => status === undefined || status === 'completed';
