import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type Cents, toCents } from '../../kit/money.ts';
import { WantedLines } from '../cart-lines.ts';
import type {
  Call,
  Checkpoint,
  PartialCancellation,
  PurchaseRecord,
  Shipment,
  TrackAnswer,
  TrackingStatus,
} from '../contract.ts';
import { centsFromMinor, decimalsOf } from '../prices.ts';
import type { Store } from '../store.ts';
import { problemOf, type UcpApi } from './api.ts';

const Quantities = Type.Array(Type.Object({ id: Type.String(), quantity: Type.Integer() }));
const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));

const Event = Type.Object({
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
  totals: Type.Optional(Type.Array(Type.Object({ type: Type.String(), amount: Type.Integer() }))),
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
        // Stores that do not keep count of what was shipped.
        Type.Integer(),
      ]),
    }),
  ),
  status: text,
  fulfillment: Type.Optional(Type.Object({ events: Type.Optional(Type.Array(Event)) })),
  fulfillment_events: Type.Optional(Type.Array(Event)),
  adjustments: Type.Optional(Type.Array(Adjustment)),
});
type Order = Static<typeof Order>;

const Note = Type.Object({ wanted: WantedLines });

/** The order as the store shows it: every event of a parcel is a checkpoint. */
export async function track(
  { api, store }: { api: UcpApi; store: Store },
  purchase: PurchaseRecord,
  call: Call,
): Promise<TrackAnswer> {
  const [orderId] = purchase.merchantOrderIds;
  if (orderId === undefined) return { kind: 'unreachable', message: 'The order has no order number.' };
  const reply = await api.ask('get_order', { id: orderId }, call);
  const data = reply.kind === 'data' ? (reply.data.order ?? reply.data) : null;
  if (!Value.Check(Order, data)) {
    const trouble = problemOf(reply);
    const retryAfterMs = trouble.kind === 'blocked' ? trouble.retryAfterMs : undefined;
    return { kind: 'unreachable', message: trouble.message, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  }
  const linesOf = lineNames(data, purchase);
  const shipments = shipmentsOf(data, linesOf);
  const counts = data.line_items.map(({ quantity }) =>
    typeof quantity === 'number' ? { total: quantity, fulfilled: quantity } : quantity,
  );
  const isGone = counts.every(({ total }) => total === 0) || isCancelled(data);
  const isAll = counts.every(({ total, fulfilled = 0 }) => fulfilled >= total);
  const isOver = isGone || (isAll && shipments.length > 0 && shipments.every(({ status }) => status === 'delivered'));
  return {
    kind: 'tracked',
    shipments,
    cancelled: isGone ? { reason: 'The store canceled the order.' } : null,
    partlyCancelled: isGone ? [] : cancellationsOf(data, linesOf),
    pollAfterMs: isOver ? null : store.trackEveryMs,
  };
}

const isCancelled = ({ status }: Order): boolean => status === 'canceled' || status === 'cancelled';

type LineNames = (id: string) => string | null;

/** The store's lines by our names for them: both mean the same item. */
function lineNames(order: Order, { note, lines }: PurchaseRecord): LineNames {
  const kept = parse(note);
  const wanted = Value.Check(Note, kept) ? kept.wanted : [];
  const only = lines.length === 1 && order.line_items.length === 1 ? (lines[0]?.lineId ?? null) : null;
  return (id) => {
    const item = order.line_items.find((line) => line.id === id)?.item.id;
    return wanted.find(({ variantId }) => variantId === item)?.lineId ?? only;
  };
}

const statusByEvent: Readonly<Record<string, TrackingStatus>> = {
  processing: 'pending',
  shipped: 'in_transit',
  in_transit: 'in_transit',
  out_for_delivery: 'in_transit',
  failed_attempt: 'in_transit',
  delivered: 'delivered',
  undeliverable: 'undeliverable',
  returned_to_sender: 'undeliverable',
};

function shipmentsOf(order: Order, nameOf: LineNames): Shipment[] {
  const parcels = new Map<string, Static<typeof Event>[]>();
  for (const event of [...(order.fulfillment?.events ?? []), ...(order.fulfillment_events ?? [])]) {
    if (statusByEvent[event.type] === undefined) continue;
    const parcel = event.tracking_number || `lines ${(event.line_items ?? []).map(({ id }) => id).join(' ')}`;
    parcels.set(parcel, [...(parcels.get(parcel) ?? []), event]);
  }
  return [...parcels].map(([parcelId, events]) => {
    const latestFirst = events.toSorted((a, b) => timeOf(b).getTime() - timeOf(a).getTime());
    const names = events.flatMap(({ line_items: lines }) => (lines ?? []).map(({ id }) => nameOf(id)));
    return {
      parcelId,
      carrier: events.find(({ carrier }) => carrier)?.carrier ?? null,
      trackingNumber: events.find(({ tracking_number: number }) => number)?.tracking_number ?? null,
      status: statusByEvent[latestFirst[0]?.type ?? ''] ?? 'pending',
      estimatedDeliveryDate: null,
      merchantOrderId: order.id,
      lineIds: [...new Set(names.filter((name) => name !== null))],
      checkpoints: latestFirst.map(checkpointOf),
    };
  });
}

/** An event whose time cannot be read is as old as can be: it hides nothing that came later. */
function timeOf({ occurred_at: at, timestamp }: Static<typeof Event>): Date {
  const time = new Date(at ?? timestamp ?? 0);
  return Number.isNaN(time.getTime()) ? new Date(0) : time;
}

const checkpointOf = (event: Static<typeof Event>): Checkpoint => ({
  time: timeOf(event),
  status: statusByEvent[event.type] ?? 'pending',
  message: event.description || event.type.replaceAll('_', ' '),
  city: null,
  state: null,
  country: null,
  zip: null,
  location: null,
  outForDelivery: event.type === 'out_for_delivery',
});

function cancellationsOf(order: Order, nameOf: LineNames): PartialCancellation[] {
  const called = (order.adjustments ?? []).filter(
    ({ type, status }) => type === 'cancellation' && (status === undefined || status === 'completed'),
  );
  return called.flatMap(({ id, line_items: lines = [], totals, description }): PartialCancellation[] => {
    const named = lines.flatMap((line) => {
      const lineId = nameOf(line.id);
      return lineId === null ? [] : [{ lineId, quantity: Math.abs(line.quantity) }];
    });
    if (named.length === 0) return [];
    return [{ id, lines: named, refunded: refundOf(order, totals), reason: description || 'The store canceled it.' }];
  });
}

function refundOf({ currency }: Order, totals: Static<typeof Adjustment>['totals']): Cents | null {
  const amount = totals?.find(({ type }) => type === 'total')?.amount;
  if (amount === undefined || currency === undefined) return null;
  const cents = centsFromMinor(amount, decimalsOf(currency.toUpperCase()));
  return cents === null ? null : toCents(Math.abs(cents));
}

function parse(note: string | null): unknown {
  try {
    return JSON.parse(note ?? 'null');
  } catch {
    return null;
  }
}
