import { type AppEvent, announcements, type ParcelSnapshot } from '../../../../events/index.ts';
import type { FullOrder } from '../../../orders/orders/index.ts';

/** The order as it was at the event, even if the webhook is sent later. */
export function orderAtEvent(order: FullOrder, event: AppEvent, at: Date): FullOrder {
  const status = announcements[event.type].orderStatus ?? order.status;
  const returns = order.returns.filter((one) => new Date(one.created_at) <= at);
  const updated_at = order.updated_at < at ? order.updated_at : at;
  const wasLate = order.late_since !== null && order.late_since <= at;
  const late_since = event.type === 'order.late' ? at : wasLate ? order.late_since : null;
  const then = { ...order, status, returns, updated_at, late_since, shipments: parcelsAt(order, event, at) };
  if (event.type === 'order.created') return atCreation(then);
  if (event.type === 'order.placed') return { ...then, items: order.items.map(beforeShipping) };
  return then;
}

const atCreation = (order: FullOrder): FullOrder => ({
  ...order,
  attempts: 0,
  waiting_for: null,
  last_attempt: null,
  job_result: null,
  merchant_order_ids: [],
  concessions: null,
  items: order.items.map((item) => ({
    ...item,
    status: 'pending',
    bought_quantity: null,
    cancelled_quantity: 0,
    unit_price_cents: null,
    error_type: null,
    cancellation_reason: null,
    updated_at: item.created_at,
  })),
});

/** A placed order has no parcels yet. */
const beforeShipping = (item: FullOrder['items'][number]): FullOrder['items'][number] => ({
  ...item,
  cancelled_quantity: 0,
  status: item.status === 'shipped' || item.status === 'delivered' ? 'ordered' : item.status,
});

function parcelsAt(order: FullOrder, event: AppEvent, at: Date): FullOrder['shipments'] {
  if (event.type === 'order.placed' || event.type === 'order.created') return [];
  const known = 'shipments' in event ? new Map(event.shipments.map((one) => [one.id, one])) : null;
  return order.shipments
    .filter((parcel) => (known ? known.has(parcel.id) : new Date(parcel.created_at) <= at))
    .map((parcel) => withParcelSnapshot(parcel, known?.get(parcel.id), at));
}

function withParcelSnapshot(
  parcel: FullOrder['shipments'][number],
  snapshot: ParcelSnapshot | undefined,
  at: Date,
): FullOrder['shipments'][number] {
  const checkpoints = parcel.checkpoints.filter((scan) => new Date(scan.checkpoint_time) <= at);
  return { ...parcel, ...snapshot, checkpoints };
}
