import type { Checkpoint, Shipment, TrackingReport } from '../../../connectors/contract.ts';
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

const boundParcel = (parcel: Shipment): Shipment => ({
  ...parcel,
  carrier: boundText(parcel.carrier),
  trackingNumber: boundText(parcel.trackingNumber),
  checkpoints: parcel.checkpoints.slice(0, scansMax).map(boundScan),
});

/** A report as it can be stored: short texts, and no more parcels than an order may have, those already known included. */
export function boundReport(report: TrackingReport, known: ReadonlySet<string>): TrackingReport {
  let room = parcelsMax - known.size;
  const shipments = report.shipments.filter(({ parcelId, merchantOrderId }) => {
    if (parcelId.length > idMax || (merchantOrderId?.length ?? 0) > idMax) return false;
    if (known.has(parcelId)) return true;
    room -= 1;
    return room >= 0;
  });
  const partlyCancelled = report.partlyCancelled.map((part) => ({ ...part, reason: oneLine(part.reason) }));
  const cancelled = report.cancelled && { reason: oneLine(report.cancelled.reason) };
  return { ...report, shipments: shipments.map(boundParcel), partlyCancelled, cancelled };
}
