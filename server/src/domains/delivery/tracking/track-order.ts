import type { Connector, PurchaseRecord, Shipment, TrackAnswer, TrackingReport } from '../../../connectors/contract.ts';
import type { Registry } from '../../../connectors/registry.ts';
import { type ParcelSnapshot, publish } from '../../../events/index.ts';
import { assertDefined } from '../../../kit/assert-defined.ts';
import { type Clock, isDay, minuteMs } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import { type Database, inTransaction, type Tx } from '../../../platform/database/index.ts';
import {
  type CheckpointRow,
  type FullOrder,
  loadOrders,
  lockOrder,
  moveItems,
  type Progress,
  recordRetailerCancellation,
  type ShipmentUpsert,
  touchOrder,
  upsertShipment,
} from '../../orders/orders/index.ts';
import { boundReport, scansMax } from './bound-report.ts';
import { recordPartialCancellations } from './cancel-part.ts';
import { orderReaderOf, progressWriterOf } from './in-batches.ts';
import { deliveryOf, itemProgress, latestDate, nextTrackingStatus } from './model.ts';
import { updateLateness } from './update-lateness.ts';

export interface TrackNeeds {
  database: Database;
  clock: Clock;
  registry: Registry;
  /** The purchase and the account that bought it, for the store. */
  recordFor(order: FullOrder): Promise<PurchaseRecord>;
}

const askWithinMs = minuteMs;

/** Asks the carrier once and writes what is new. Returns when to ask again; null if nothing more will happen. */
export async function trackOrder(needs: TrackNeeds, orderId: string, signal: AbortSignal): Promise<number | null> {
  const order = await orderReaderOf(needs.database)(orderId);
  if (order?.status !== 'order_placed') return null;
  const connector = needs.registry.forOrder(order)?.connector;
  // The connector knows nothing about purchases made by a person.
  if (order.bought_by_desk || !connector?.track) return updateLateness(needs, order);
  const said = await queryTracking(needs, connector, order, signal);
  if (said.kind === 'unreachable') {
    await updateLateness(needs, order);
    if (said.retryAfterMs !== undefined) return said.retryAfterMs;
    throw new Error(said.message);
  }
  const answer = boundReport(said, new Map(order.shipments.map((parcel) => [parcel.parcel_id, parcel.status])));
  if (!(await applyWithoutLock(needs, order, answer))) {
    await inTransaction(needs.database.db, async (tx) => {
      await lockOrder(tx, order.id);
      await applyTracking(needs, tx, order.id, answer);
    });
  }
  if (answer.cancelled) return null;
  // Written updates count at the next check, unless they may end a delay.
  await updateLateness(needs, order.late_since === null ? order : await orderReaderOf(needs.database)(orderId));
  return answer.pollAfterMs;
}

/** Most reports bring nothing new, or a parcel that moved. False: the report needs the order's lock. */
async function applyWithoutLock(needs: TrackNeeds, order: FullOrder, answer: TrackingReport): Promise<boolean> {
  if (answer.cancelled || answer.partlyCancelled.length > 0) return false;
  const at = needs.clock.now();
  const progress = progressOf(order, answer, 0, at);
  if (!progress) return true;
  // With the same timestamp, a concurrent write would go unnoticed.
  return at > order.updated_at && progressWriterOf(needs.database)(progress);
}

async function queryTracking(
  needs: TrackNeeds,
  connector: Connector,
  order: FullOrder,
  signal: AbortSignal,
): Promise<TrackAnswer> {
  const limits = { signal: AbortSignal.any([signal, AbortSignal.timeout(askWithinMs)]) };
  return assertDefined(connector.track?.(await needs.recordFor(order), limits));
}

/** Writes a report in the caller's transaction, under the order's lock. */
export async function applyTracking(
  needs: { clock: Clock },
  tx: Tx,
  orderId: string,
  answer: TrackingReport,
  firstPosition = 0,
): Promise<void> {
  const now = needs.clock.now();
  // Read again under the lock, with what other processes wrote.
  const order = (await loadOrders(tx, [orderId])).get(orderId);
  if (order?.status !== 'order_placed') return;
  const progress = progressOf(order, answer, firstPosition, now);
  if (progress) {
    for (const shipment of progress.shipments) await upsertShipment(tx, shipment, now);
    for (const { id, to } of progress.items) await moveItems(tx, [id], to, now);
    await touchOrder(tx, orderId, progress.estimatedDelivery, now);
    await publish(tx, progress.event, now);
  }
  if (await recordPartialCancellations({ tx, clock: needs.clock }, orderId, answer.partlyCancelled))
    await touchOrder(tx, orderId, null, now);
  if (answer.cancelled) await recordRetailerCancellation({ tx, clock: needs.clock }, orderId, answer.cancelled.reason);
}

/** What a report adds to an order; null if nothing. */
function progressOf(order: FullOrder, answer: TrackingReport, firstPosition: number, at: Date): Progress | null {
  const known = new Map(order.shipments.map((shipment) => [shipment.parcel_id, shipment]));
  const parcels = new Map<string, ParcelSnapshot>(order.shipments.map((one) => [one.parcel_id, snapshotOf(one)]));
  const shipments: ShipmentUpsert[] = [];
  for (const [position, reported] of answer.shipments.entries()) {
    const before = known.get(reported.parcelId);
    const after = mergeShipment(before, reported, order.id, firstPosition + position, at);
    const isDifferent =
      !before ||
      before.status !== after.status ||
      before.tracking_number !== after.trackingNumber ||
      before.checkpoints.length !== after.checkpoints.length ||
      before.checkpoints[0]?.checkpoint_time !== after.checkpoints[0]?.checkpoint_time ||
      before.estimated_delivery_date !== after.estimatedDeliveryDate;
    if (!isDifferent) continue;
    shipments.push(after);
    parcels.set(after.parcelId, snapshotAfter(after, before, at));
  }
  if (shipments.length === 0) return null;
  const current = [...parcels.values()];
  return {
    orderId: order.id,
    knownAt: order.updated_at,
    at,
    estimatedDelivery: latestDate(current.map((parcel) => parcel.estimated_delivery_date)),
    delivery: deliveryOf(current.map((parcel) => parcel.status)),
    shipments,
    items: order.items.flatMap(({ id }) => itemTargetsOf(id, current)),
    event: {
      type: order.shipments.length === 0 ? 'tracking.obtained' : 'tracking.updated',
      orderId: order.id,
      shipments: current,
    },
  };
}

/** A parcel with unknown contents may hold any item of the order. */
function itemTargetsOf(itemId: string, parcels: readonly ParcelSnapshot[]): Progress['items'] {
  const own = parcels.filter(({ item_ids: ids }) => ids.length === 0 || ids.includes(itemId));
  const to = itemProgress(own.map((parcel) => parcel.status));
  return to ? [{ id: itemId, to }] : [];
}

/** The parcel for its event, without scans. */
function snapshotOf(shipment: FullOrder['shipments'][number]): ParcelSnapshot {
  const { checkpoints: _scans, ...rest } = shipment;
  return rest;
}

function snapshotAfter(
  after: ShipmentUpsert,
  before: FullOrder['shipments'][number] | undefined,
  at: Date,
): ParcelSnapshot {
  return {
    id: after.id,
    parcel_id: after.parcelId,
    carrier: after.carrier,
    tracking_number: after.trackingNumber,
    status: after.status,
    estimated_delivery_date: after.estimatedDeliveryDate,
    merchant_order_id: before ? before.merchant_order_id : after.merchantOrderId,
    item_ids: after.itemIds,
    created_at: before?.created_at ?? at.toISOString(),
  };
}

function mergeShipment(
  before: FullOrder['shipments'][number] | undefined,
  reported: Shipment,
  orderId: string,
  position: number,
  at: Date,
): ShipmentUpsert {
  const status = nextTrackingStatus(before?.status ?? null, reported.status);
  const scans = mergeCheckpoints(before?.checkpoints ?? [], reported);
  return {
    id: before?.id ?? newId(),
    orderId,
    position,
    parcelId: reported.parcelId,
    // Known values stay, even if the store stops reporting them.
    carrier: reported.carrier ?? before?.carrier ?? null,
    trackingNumber: reported.trackingNumber ?? before?.tracking_number ?? null,
    status,
    estimatedDeliveryDate: isDay(reported.estimatedDeliveryDate) ? reported.estimatedDeliveryDate : null,
    merchantOrderId: reported.merchantOrderId,
    itemIds: reported.lineIds,
    checkpoints: scans.some((scan) => scan.status === status)
      ? scans
      : [unscannedCheckpoint(status, at), ...scans].slice(0, scansMax),
  };
}

/** A status that the store reports without a scan, from the time we learned of it. */
const unscannedCheckpoint = (status: ShipmentUpsert['status'], at: Date): CheckpointRow => ({
  checkpoint_time: at.toISOString(),
  status,
  message: unscannedText[status],
  city: null,
  state: null,
  country: null,
  zip: null,
  location: null,
  out_for_delivery: false,
});

const unscannedText: Record<ShipmentUpsert['status'], string> = {
  pending: 'Announced',
  in_transit: 'On its way',
  delivered: 'Delivered',
  undeliverable: 'Could not be delivered',
};

/** Keeps scans even if a carrier stops listing them, up to a limit. */
function mergeCheckpoints(before: CheckpointRow[], reported: Shipment): CheckpointRow[] {
  const rows = reported.checkpoints.map((checkpoint) => ({
    checkpoint_time: checkpoint.time.toISOString(),
    status: checkpoint.status,
    message: checkpoint.message,
    city: checkpoint.city,
    state: checkpoint.state,
    country: checkpoint.country,
    zip: checkpoint.zip,
    location: checkpoint.location,
    out_for_delivery: checkpoint.outForDelivery,
  }));
  const byScan = new Map([...before, ...rows].map((row) => [`${row.checkpoint_time} ${row.message}`, row]));
  return [...byScan.values()].sort((a, b) => b.checkpoint_time.localeCompare(a.checkpoint_time)).slice(0, scansMax);
}
