import type { Static } from 'typebox';
import type {
  Call,
  Checkpoint,
  PartialCancellation,
  PurchaseRecord,
  Shipment,
  TrackAnswer,
  TrackingStatus,
} from '../contract.ts';
import type { Store } from '../store.ts';
import type { UcpApi } from './api.ts';
import { adjustedCents, type Event, isCompleted, type LineNames, lineNames, type Order, readOrder } from './order.ts';

/** Every event of a parcel is a checkpoint. */
export async function track(
  { api, store }: { api: UcpApi; store: Store },
  purchase: PurchaseRecord,
  call: Call,
): Promise<TrackAnswer> {
  const data = await readOrder({ api, store }, purchase, call);
  if ('kind' in data) return data;
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
    const names = events.flatMap(({ line_items: lines }) => (lines ?? []).flatMap(({ id }) => nameOf(id).slice(0, 1)));
    return {
      parcelId,
      carrier: events.find(({ carrier }) => carrier)?.carrier ?? null,
      trackingNumber: events.find(({ tracking_number: number }) => number)?.tracking_number ?? null,
      status: statusByEvent[latestFirst[0]?.type ?? ''] ?? 'pending',
      estimatedDeliveryDate: null,
      merchantOrderId: order.id,
      lineIds: [...new Set(names)],
      checkpoints: latestFirst.map(checkpointOf),
    };
  });
}

/** Events with an invalid time sort last. */
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
  const called = (order.adjustments ?? []).filter((one) => one.type === 'cancellation' && isCompleted(one));
  return called.flatMap((adjustment): PartialCancellation[] => {
    const { id, line_items: lines = [], description } = adjustment;
    const named = lines.flatMap((line) =>
      nameOf(line.id)
        .slice(0, 1)
        .map((lineId) => ({ lineId, quantity: Math.abs(line.quantity) })),
    );
    if (named.length === 0) return [];
    const refunded = adjustedCents(order, adjustment);
    return [{ id, lines: named, refunded, reason: description || 'The store canceled this item.' }];
  });
}
