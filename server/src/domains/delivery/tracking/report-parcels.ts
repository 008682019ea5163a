import type { TrackingStatus } from '../../../connectors/contract.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { loadOrders, lockOrder } from '../../orders/orders/index.ts';
import { trackingJob } from './jobs.ts';
import { applyTracking } from './track-order.ts';

export interface ManualReport {
  carrier: string | null;
  trackingNumber: string;
  status: TrackingStatus;
  estimatedDeliveryDate: string | null;
  itemIds: string[];
}

/** Parcels that a person found in the retailer's mail or pages, written like a carrier's report. */
export async function reportParcels(
  { clock }: { clock: Clock },
  tx: Tx,
  orderId: string,
  parcels: ManualReport[],
): Promise<void> {
  await lockOrder(tx, orderId);
  const order = (await loadOrders(tx, [orderId])).get(orderId);
  if (!order) return;
  const shipments = parcels.map((parcel) => ({
    parcelId: `desk ${parcel.trackingNumber}`,
    carrier: parcel.carrier,
    trackingNumber: parcel.trackingNumber,
    status: parcel.status,
    estimatedDeliveryDate: parcel.estimatedDeliveryDate,
    merchantOrderId: order.merchant_order_ids[0] ?? null,
    lineIds: parcel.itemIds,
    checkpoints: [],
  }));
  const report = { kind: 'tracked' as const, shipments, cancelled: null, partlyCancelled: [], pollAfterMs: null };
  await applyTracking({ clock }, tx, orderId, report, order.shipments.length);
  await enqueue(tx, trackingJob(orderId, clock.now()));
}
