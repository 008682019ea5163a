import { sql } from 'kysely';
import type { Executor } from '../../../../platform/database/index.ts';
import type { CheckpointRow, ItemRow, ShipmentRow } from '../rows.ts';
import { itemMayBecome } from '../sql-moves.ts';

export interface ShipmentUpsert {
  id: string;
  orderId: string;
  position: number;
  parcelId: string;
  carrier: string | null;
  trackingNumber: string | null;
  status: ShipmentRow['status'];
  estimatedDeliveryDate: string | null;
  merchantOrderId: string | null;
  itemIds: string[];
  checkpoints: CheckpointRow[];
}

export async function upsertShipment(executor: Executor, shipment: ShipmentUpsert, now: Date): Promise<void> {
  await sql`
    insert into shipments (id, order_id, position, parcel_id, carrier, tracking_number, status, estimated_delivery_date,
      merchant_order_id, item_ids, checkpoints, created_at, updated_at)
    values (${shipment.id}, ${shipment.orderId}, ${shipment.position}, ${shipment.parcelId}, ${shipment.carrier},
      ${shipment.trackingNumber}, ${shipment.status}, ${shipment.estimatedDeliveryDate}, ${shipment.merchantOrderId}, ${shipment.itemIds}::uuid[],
      ${JSON.stringify(shipment.checkpoints)}::jsonb, ${now}, ${now})
    on conflict (order_id, parcel_id) do update set
      carrier = excluded.carrier, tracking_number = excluded.tracking_number, status = excluded.status, estimated_delivery_date = excluded.estimated_delivery_date,
      item_ids = excluded.item_ids, checkpoints = excluded.checkpoints, updated_at = excluded.updated_at`.execute(
    executor,
  );
}

/** Moves items with their parcels, as the table of moves allows. */
export async function moveItems(
  executor: Executor,
  itemIds: string[],
  to: ItemRow['status'],
  now: Date,
): Promise<void> {
  await sql`
    update order_items set status = ${to}, updated_at = ${now}
    where id = any (${itemIds}::uuid[]) and ${sql.raw(itemMayBecome(to))}`.execute(executor);
}

/** Updates the order's time and expected delivery. */
export async function touchOrder(executor: Executor, id: string, estimatedDelivery: string | null, now: Date) {
  await sql`
    update orders set updated_at = ${now}, estimated_delivery = coalesce(${estimatedDelivery}::date, estimated_delivery)
    where id = ${id}`.execute(executor);
}
