import { expect, it } from 'vitest';
import type { Shipment, TrackingReport } from '../../../connectors/contract.ts';
import { boundReport, parcelsMax, scansMax } from './bound-report.ts';

const scan = {
  time: new Date('2026-08-21T10:00:00Z'),
  status: 'in_transit' as const,
  message: 'Departed',
  city: 'Austin',
  state: 'TX',
  country: 'US',
  zip: null,
  location: null,
  outForDelivery: false,
};
const parcel = (more: Partial<Shipment> = {}): Shipment => ({
  parcelId: 'p1',
  carrier: 'UPS',
  trackingNumber: '1Z1',
  status: 'in_transit',
  estimatedDeliveryDate: null,
  merchantOrderId: '1001',
  lineIds: [],
  checkpoints: [scan],
  ...more,
});
const report = (shipments: Shipment[]): TrackingReport => ({
  kind: 'tracked',
  shipments,
  cancelled: null,
  partlyCancelled: [],
  pollAfterMs: 1000,
});

it('leaves an ordinary report as it is', () => {
  const given = report([parcel(), parcel({ parcelId: 'p2', carrier: null, trackingNumber: null })]);
  expect(boundReport(given, new Set())).toEqual(given);
});

it('has room for the known parcels and no more than an order may have', () => {
  const many = Array.from({ length: 1000 }, (_, index) => parcel({ parcelId: `new ${index}` }));
  expect(boundReport(report(many), new Set()).shipments).toHaveLength(parcelsMax);
  const known = new Set(Array.from({ length: parcelsMax - 1 }, (_, index) => `old ${index}`));
  const { shipments } = boundReport(report([...many, parcel({ parcelId: 'old 7' })]), known);
  expect(shipments.map(({ parcelId }) => parcelId)).toEqual(['new 0', 'old 7']);
});

it('cuts texts and scans, and drops parcels with endless names', () => {
  const long = `one\nline\u202e${'x'.repeat(100_000)}`;
  const checkpoints = Array.from({ length: 5000 }, () => ({ ...scan, message: long, city: long, location: long }));
  const given = report([parcel({ carrier: long, trackingNumber: long, checkpoints }), parcel({ parcelId: long })]);
  const { shipments, cancelled } = boundReport({ ...given, cancelled: { reason: long } }, new Set());
  expect(shipments).toHaveLength(1);
  expect(shipments[0]!.checkpoints).toHaveLength(scansMax);
  const [first] = shipments[0]!.checkpoints;
  for (const text of [
    shipments[0]!.carrier,
    shipments[0]!.trackingNumber,
    first!.message,
    first!.city,
    cancelled!.reason,
  ]) {
    expect(text).toMatch(/^one line x+…$/);
    expect(text!.length).toBeLessThan(310);
  }
});
