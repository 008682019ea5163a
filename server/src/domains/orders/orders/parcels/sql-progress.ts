import type { AppEvent } from '../../../../events/index.ts';
import { type Database, type Executor, runNamed, type Tables } from '../../../../platform/database/index.ts';
import { enqueueCte } from '../../../../platform/queue/index.ts';
import { itemMayBecome } from '../sql-moves.ts';
import type { ShipmentUpsert } from './sql-shipments.ts';

/** An update about the parcels of an order. */
export interface Progress {
  orderId: string;
  /** When the order was last written, as read. */
  knownAt: Date;
  at: Date;
  estimatedDelivery: string | null;
  /** Where all parcels are now. The trigger set_order_delivery would write the order a second time. */
  delivery: Tables['orders']['delivery'];
  shipments: ShipmentUpsert[];
  items: { id: string; to: 'shipped' | 'delivered' }[];
  event: AppEvent;
}

const moveItemsCte = (to: Progress['items'][number]['to']): string => `
  ${to} as (
    update order_items set status = '${to}', updated_at = moves.at from moves
    where order_items.id = moves.id and order_items.order_id = moves.order_id and moves.goal = '${to}' and ${itemMayBecome(to)}
  )`;

const progressStatement = {
  name: 'orders-progress',
  text: `
  with given as (
    select * from json_to_recordset($1::json) as row (order_id uuid, known_at timestamptz, at timestamptz,
      estimated_delivery date, delivery text, shipments json, items json, event json)
  ),
  touched as (
    update orders set updated_at = given.at,
      estimated_delivery = coalesce(given.estimated_delivery, orders.estimated_delivery), delivery = given.delivery,
      late_since = case when given.delivery in ('delivered', 'undeliverable') and orders.delivery is distinct from given.delivery
        then null else late_since end
    from given
    where orders.id = any (array(select order_id from given)) and orders.id = given.order_id
      and orders.status = 'order_placed' and orders.updated_at = given.known_at
    returning orders.id
  ),
  current as (select given.* from given join touched on touched.id = given.order_id),
  written_parcels as (
    insert into shipments (id, order_id, position, parcel_id, carrier, tracking_number, status, estimated_delivery_date,
      merchant_order_id, item_ids, checkpoints, created_at, updated_at)
    select parcel.id, current.order_id, parcel.position, parcel.parcel_id, parcel.carrier, parcel.tracking_number, parcel.status,
      parcel.estimated_delivery_date, parcel.merchant_order_id, parcel.item_ids, parcel.checkpoints, current.at, current.at
    from current, json_to_recordset(current.shipments) as parcel (id uuid, position int, parcel_id text, carrier text,
      tracking_number text, status text, estimated_delivery_date date, merchant_order_id text, item_ids uuid[], checkpoints jsonb)
    on conflict (order_id, parcel_id) do update set carrier = excluded.carrier, tracking_number = excluded.tracking_number,
      status = excluded.status, estimated_delivery_date = excluded.estimated_delivery_date, item_ids = excluded.item_ids,
      checkpoints = excluded.checkpoints, updated_at = excluded.updated_at
  ),
  moves as (
    select item.id, item.goal, current.order_id, current.at
    from current, json_to_recordset(current.items) as item (id uuid, goal text)
  ),
  ${moveItemsCte('shipped')},
  ${moveItemsCte('delivered')},
  ${enqueueCte('told', { kind: 'events', from: 'current', payload: 'event', runAt: 'at' })}
  select id from touched`,
};

/**
 * Writes parcel updates in one statement, for each order that did not change since it was read. Returns their IDs;
 * read the others again.
 */
export async function writeProgress(
  database: Database | Executor,
  progress: readonly Progress[],
): Promise<Set<string>> {
  const given = progress.map(({ orderId, knownAt, at, estimatedDelivery, delivery, shipments, items, event }) => ({
    order_id: orderId,
    known_at: knownAt,
    at,
    estimated_delivery: estimatedDelivery,
    delivery,
    shipments: shipments.map((parcel) => ({
      id: parcel.id,
      position: parcel.position,
      parcel_id: parcel.parcelId,
      carrier: parcel.carrier,
      tracking_number: parcel.trackingNumber,
      status: parcel.status,
      estimated_delivery_date: parcel.estimatedDeliveryDate,
      merchant_order_id: parcel.merchantOrderId,
      item_ids: parcel.itemIds,
      checkpoints: parcel.checkpoints,
    })),
    items: items.map(({ id, to }) => ({ id, goal: to })),
    event: { ...event, at: at.toISOString() },
  }));
  const rows = await runNamed<{ id: string }>(database, progressStatement, [JSON.stringify(given)]);
  return new Set(rows.map(({ id }) => id));
}
