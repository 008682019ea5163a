import { dayMs, hourMs } from '../../../kit/clock.ts';
import type { FullOrder, ShipmentRow } from './rows.ts';

/** A calendar day has ended everywhere 36 hours after it begins in UTC. */
const dayEverywhereMs = 36 * hourMs;
/** A parcel without a scan for this long is late, whatever day was expected. */
const silentDays = 7;

export type Followed = Pick<FullOrder, 'status' | 'estimated_delivery' | 'ended_at' | 'shipments' | 'late_since'>;
type Parcel = Pick<ShipmentRow, 'status' | 'estimated_delivery_date' | 'checkpoints' | 'created_at'>;

const isOnTheWay = ({ status }: Parcel): boolean => status === 'pending' || status === 'in_transit';

const lastScanOf = (parcel: Parcel): number =>
  Math.max(
    ...[parcel.created_at, ...parcel.checkpoints.map((scan) => scan.checkpoint_time)].map((at) => Date.parse(at)),
  );

/** Parcels that have not arrived. An order without a parcel counts as one. */
function openParcelsOf(order: Followed): Parcel[] {
  if (order.status !== 'order_placed') return [];
  if (order.shipments.some(({ status }) => status === 'undeliverable')) return [];
  if (order.shipments.length > 0) return order.shipments.filter(isOnTheWay);
  const placedAt = order.ended_at?.toISOString();
  return placedAt === undefined
    ? []
    : [{ status: 'pending', estimated_delivery_date: null, checkpoints: [], created_at: placedAt }];
}

/** When a parcel becomes late without an update: its expected day is over, or it had no scan for too long. */
function lateTimeOf(parcel: Parcel, order: Followed): number {
  const expected = parcel.estimated_delivery_date ?? order.estimated_delivery;
  const overdueAt = expected === null ? Number.POSITIVE_INFINITY : Date.parse(expected) + dayEverywhereMs;
  // A store may announce a parcel long before it ships. Until its expected day, missing scans mean nothing.
  const isSilenceTelling = expected === null || parcel.status === 'in_transit';
  return isSilenceTelling ? Math.min(overdueAt, lastScanOf(parcel) + silentDays * dayMs) : overdueAt;
}

/** When an order becomes late without an update; null if nothing is on its way. */
export function lateFrom(order: Followed): Date | null {
  const times = openParcelsOf(order).map((parcel) => lateTimeOf(parcel, order));
  const first = Math.min(...times);
  return Number.isFinite(first) ? new Date(first) : null;
}

export const isLate = ({ status, late_since: since }: Pick<Followed, 'status' | 'late_since'>): boolean =>
  status === 'order_placed' && since !== null;

/** Why an order is late; null if it is not. */
export function presentLateness(order: Followed) {
  if (order.late_since === null || !isLate(order)) return null;
  const late = openParcelsOf(order).toSorted((a, b) => lateTimeOf(a, order) - lateTimeOf(b, order))[0];
  const scans = (late?.checkpoints ?? []).map((scan) => scan.checkpoint_time).sort();
  return {
    since: order.late_since.toISOString(),
    expected_date: late?.estimated_delivery_date ?? order.estimated_delivery,
    last_scan_at: scans.at(-1) ?? null,
  };
}
