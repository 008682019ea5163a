import type { Checkpoint, Shipment, TrackingReport, TrackingStatus } from '../../../connectors/contract.ts';
import { oneLine } from '../../orders/orders/index.ts';

/** More than any order has. Everyone who reads the order loads its parcels, and the tracking page needs no key. */
export const parcelsMax = 200;
export const scansMax = 100;
const idMax = 500;

const boundText = (text: string | null): string | null => (text === null ? null : oneLine(text));

const boundScan = (scan: Checkpoint): Checkpoint => ({
  ...scan,
  message: oneLine(scan.message),
  city: boundText(scan.city),
  state: boundText(scan.state),
  country: boundText(scan.country),
  zip: boundText(scan.zip),
  location: boundText(scan.location),
});

/** False for a time that no calendar has, or that ISO 8601 writes with more than four digits for the year. */
const isDated = ({ time }: Checkpoint): boolean => time.getTime() >= 0 && time.getTime() < Date.UTC(10_000, 0);

/** The newest scans: a carrier may list them in any order. */
const newestScans = (scans: readonly Checkpoint[]): Checkpoint[] =>
  scans
    .filter(isDated)
    .sort((one, other) => other.time.getTime() - one.time.getTime())
    .slice(0, scansMax);

const boundParcel = (parcel: Shipment): Shipment => ({
  ...parcel,
  carrier: boundText(parcel.carrier),
  trackingNumber: boundText(parcel.trackingNumber),
  checkpoints: newestScans(parcel.checkpoints).map(boundScan),
});

/**
 * If parcels that are not stored have not arrived, one that is stored is not reported as delivered either, so the order
 * isn't.
 */
function holdDelivery(kept: Shipment[], report: TrackingReport, known: KnownParcels): Shipment[] {
  const isOnTheWay = ({ status }: Shipment): boolean => status !== 'delivered';
  if (kept.some(isOnTheWay) || !report.shipments.some(isOnTheWay)) return kept;
  const held = kept.findLast(({ parcelId }) => known.get(parcelId) !== 'delivered');
  return kept.map((parcel) => (parcel === held ? { ...parcel, status: 'in_transit' } : parcel));
}

/** The status of each stored parcel. */
type KnownParcels = ReadonlyMap<string, TrackingStatus>;

/** A report as it can be stored: short texts, and no more parcels than an order may have, those already known included. */
export function boundReport(report: TrackingReport, known: KnownParcels): TrackingReport {
  let room = parcelsMax - known.size;
  const shipments = report.shipments.filter(({ parcelId, merchantOrderId }) => {
    if (parcelId.length > idMax || (merchantOrderId?.length ?? 0) > idMax) return false;
    if (known.has(parcelId)) return true;
    room -= 1;
    return room >= 0;
  });
  const partlyCancelled = report.partlyCancelled.map((part) => ({ ...part, reason: oneLine(part.reason) }));
  const cancelled = report.cancelled && { reason: oneLine(report.cancelled.reason) };
  return { ...report, shipments: holdDelivery(shipments, report, known).map(boundParcel), partlyCancelled, cancelled };
}
