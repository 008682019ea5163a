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
  expect(boundReport(given, new Map())).toEqual(given);
});

it('has room for the known parcels and no more than an order may have', () => {
  const many = Array.from({ length: 1000 }, (_, index) => parcel({ parcelId: `new ${index}` }));
  expect(boundReport(report(many), new Map()).shipments).toHaveLength(parcelsMax);
  const known = new Map(Array.from({ length: parcelsMax - 1 }, (_, index) => [`old ${index}`, 'in_transit' as const]));
  const { shipments } = boundReport(report([...many, parcel({ parcelId: 'old 7' })]), known);
  expect(shipments.map(({ parcelId }) => parcelId)).toEqual(['new 0', 'old 7']);
});

it('cuts texts and scans, and drops parcels with endless names', () => {
  const long = `one\nline\u202e${'x'.repeat(100_000)}`;
  const checkpoints = Array.from({ length: 5000 }, () => ({ ...scan, message: long, city: long, location: long }));
  const given = report([parcel({ carrier: long, trackingNumber: long, checkpoints }), parcel({ parcelId: long })]);
  const { shipments, cancelled } = boundReport({ ...given, cancelled: { reason: long } }, new Map());
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

it('keeps the newest scans, in whatever order the carrier lists them', () => {
  const at = (minute: number) => new Date(scan.time.getTime() + minute * 60_000);
  const listed = Array.from({ length: 300 }, (_, minute) => ({ ...scan, time: at(minute) }));
  const undated = [
    { ...scan, time: new Date(Number.NaN) },
    { ...scan, time: new Date(Date.UTC(20_000, 0)) },
  ];
  for (const checkpoints of [listed, listed.toReversed(), [...undated, ...listed]]) {
    const [kept] = boundReport(report([parcel({ checkpoints })]), new Map()).shipments;
    expect(kept!.checkpoints.map(({ time }) => time)).toEqual(
      Array.from({ length: scansMax }, (_, index) => at(299 - index)),
    );
  }
});

it('does not report all parcels as delivered while one that is not stored is on the way', () => {
  const many = Array.from({ length: parcelsMax + 1 }, (_, index) =>
    parcel({ parcelId: `p${index}`, status: index < parcelsMax ? 'delivered' : 'in_transit' }),
  );
  const undelivered = (shipments: Shipment[], known: [string, 'delivered' | 'in_transit'][] = []) =>
    boundReport(report(shipments), new Map(known))
      .shipments.filter(({ status }) => status !== 'delivered')
      .map(({ parcelId, status }) => [parcelId, status]);
  expect(undelivered(many)).toEqual([['p199', 'in_transit']]);
  // What was delivered stays delivered.
  expect(undelivered(many, [['p199', 'delivered']])).toEqual([['p198', 'in_transit']]);
  expect(undelivered(many.map((one) => ({ ...one, status: 'delivered' })))).toEqual([]);
  const nameless = parcel({ parcelId: 'x'.repeat(1_000) });
  expect(undelivered([parcel({ status: 'delivered' }), nameless])).toEqual([['p1', 'in_transit']]);
});
