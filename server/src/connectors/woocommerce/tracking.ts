import { unreachableFrom } from '../answers.ts';
import type { Call, PurchaseRecord, Shipment, TrackAnswer, TrackingStatus } from '../contract.ts';
import type { Store } from '../store.ts';
import { noteFrom } from './handle.ts';
import { problemOf, type StoreApi } from './store-api.ts';
import { readOrder } from './submit.ts';

/** WooCommerce's statuses and common plug-in ones. `completed` is the last. */
const statuses: Readonly<Record<string, TrackingStatus>> = {
  'partial-shipped': 'in_transit',
  shipped: 'in_transit',
  'in-transit': 'in_transit',
  'out-for-delivery': 'in_transit',
  delivered: 'delivered',
  completed: 'delivered',
};

const cancelledStatuses: ReadonlySet<string> = new Set(['cancelled', 'refunded', 'failed', 'trash']);

/** Guests see the order's status, but no parcels or tracking numbers. */
export async function track(
  { api, store }: { api: StoreApi; store: Store },
  purchase: PurchaseRecord,
  call: Call,
): Promise<TrackAnswer> {
  const note = noteFrom(purchase.note);
  if (!note) return { kind: 'unreachable', message: "The store's key for this order is unknown." };
  const order = await readOrder(api, note, note.email, call);
  if ('kind' in order) return unreachableFrom(problemOf(order));
  const status = statuses[order.status];
  const isCancelled = cancelledStatuses.has(order.status);
  const [merchantOrderId = note.id] = purchase.merchantOrderIds;
  return {
    kind: 'tracked',
    shipments: status ? [shipmentOf(status, note.id, merchantOrderId)] : [],
    cancelled: isCancelled ? { reason: `The store shows the order as "${order.status}".` } : null,
    partlyCancelled: [],
    pollAfterMs: isCancelled || status === 'delivered' ? null : store.trackEveryMs,
  };
}

const shipmentOf = (status: TrackingStatus, orderId: string, merchantOrderId: string): Shipment => ({
  parcelId: `order-${orderId}`,
  carrier: null,
  trackingNumber: null,
  status,
  estimatedDeliveryDate: null,
  merchantOrderId,
  lineIds: [],
  checkpoints: [],
});
