import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { unreachableFrom } from '../answers.ts';
import type { Call, Checkpoint, PurchaseRecord, Shipment, TrackAnswer, TrackingStatus } from '../contract.ts';
import type { Store } from '../store.ts';
import { problemOf, type StoreApi } from './store-api.ts';

const time = Type.Optional(Type.Union([Type.String(), Type.Null()]));

const Fulfillment = Type.Object({
  id: Type.String(),
  packed_at: time,
  shipped_at: time,
  delivered_at: time,
  canceled_at: time,
});

const TrackedOrder = Type.Object({
  status: Type.String(),
  fulfillment_status: Type.Optional(Type.String()),
  fulfillments: Type.Optional(Type.Array(Fulfillment)),
});

/** Shoppers see when a parcel shipped and arrived, but no number, carrier or contents. */
export async function track(
  { api, store }: { api: StoreApi; store: Store },
  purchase: PurchaseRecord,
  call: Call,
): Promise<TrackAnswer> {
  const [orderId] = purchase.merchantOrderIds;
  if (orderId === undefined) return { kind: 'unreachable', message: 'The order has no order number.' };
  const fields = 'id,status,fulfillment_status,*fulfillments';
  const reply = await api.ask('GET', `/store/orders/${encodeURIComponent(orderId)}?fields=${fields}`, call);
  const order = reply.kind === 'data' ? reply.data.order : null;
  if (!Value.Check(TrackedOrder, order)) return unreachableFrom(problemOf(reply));
  const isCancelled = order.status === 'canceled';
  const isOver = isCancelled || order.fulfillment_status === 'delivered';
  const parcels = (order.fulfillments ?? []).filter((parcel) => !parcel.canceled_at);
  return {
    kind: 'tracked',
    shipments: parcels.map((parcel) => shipmentOf(parcel, orderId)),
    cancelled: isCancelled ? { reason: 'The store canceled the order.' } : null,
    partlyCancelled: [],
    pollAfterMs: isOver ? null : store.trackEveryMs,
  };
}

function shipmentOf(parcel: Static<typeof Fulfillment>, merchantOrderId: string): Shipment {
  const steps: [string | null | undefined, TrackingStatus, string][] = [
    [parcel.delivered_at, 'delivered', 'Delivered'],
    [parcel.shipped_at, 'in_transit', 'Shipped'],
    [parcel.packed_at, 'pending', 'Packed'],
  ];
  const checkpoints = steps.flatMap(([at, status, message]): Checkpoint[] =>
    at ? [{ ...emptyTracking, time: new Date(at), status, message }] : [],
  );
  return {
    parcelId: parcel.id,
    carrier: null,
    trackingNumber: null,
    status: checkpoints[0]?.status ?? 'pending',
    estimatedDeliveryDate: null,
    merchantOrderId,
    lineIds: [],
    checkpoints,
  };
}

const emptyTracking = { city: null, state: null, country: null, zip: null, location: null, outForDelivery: false };
