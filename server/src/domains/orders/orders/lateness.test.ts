import { describe, expect, it } from 'vitest';
import { type Followed, lateFrom, presentLateness } from './lateness.ts';
import type { ShipmentRow } from './rows.ts';

const parcel = (given: Partial<ShipmentRow>): ShipmentRow => ({
  id: 'p',
  parcel_id: 'p',
  carrier: 'UPS',
  tracking_number: '1Z',
  status: 'in_transit',
  estimated_delivery_date: '2026-08-20',
  merchant_order_id: null,
  item_ids: [],
  checkpoints: [],
  created_at: '2026-08-18T10:00:00.000Z',
  ...given,
});
const scan = (at: string): ShipmentRow['checkpoints'][number] => ({
  checkpoint_time: at,
  status: 'in_transit',
  message: 'Departed',
  city: null,
  state: null,
  country: null,
  zip: null,
  location: null,
  out_for_delivery: false,
});
const order = (given: Partial<Followed>): Followed => ({
  status: 'order_placed',
  estimated_delivery: null,
  ended_at: new Date('2026-08-17T10:00:00.000Z'),
  late_since: null,
  shipments: [],
  ...given,
});
const from = (given: Partial<Followed>): string | null => lateFrom(order(given))?.toISOString() ?? null;

describe('when an order is late', () => {
  it('is late once its date has passed in every time zone', () => {
    expect(from({ shipments: [parcel({})] })).toBe('2026-08-21T12:00:00.000Z');
    expect(from({ estimated_delivery: '2026-08-20' })).toBe('2026-08-21T12:00:00.000Z');
  });

  it('takes the first package that is late, and none that arrived', () => {
    const late = parcel({ estimated_delivery_date: '2026-08-19' });
    expect(from({ shipments: [parcel({}), late] })).toBe('2026-08-20T12:00:00.000Z');
    expect(from({ shipments: [parcel({}), { ...late, status: 'delivered' }] })).toBe('2026-08-21T12:00:00.000Z');
  });

  it('counts seven days without a scan, wherever a scan was due', () => {
    const far = { estimated_delivery_date: '2026-09-30' };
    expect(from({ shipments: [parcel({ ...far, checkpoints: [scan('2026-08-19T09:00:00.000Z')] })] })).toBe(
      '2026-08-26T09:00:00.000Z',
    );
    expect(from({})).toBe('2026-08-24T10:00:00.000Z');
    // Announced, and not due for weeks.
    expect(from({ shipments: [parcel({ ...far, status: 'pending' })] })).toBe('2026-10-01T12:00:00.000Z');
  });

  it('is never set if nothing will arrive', () => {
    expect(from({ shipments: [parcel({ status: 'delivered' })] })).toBeNull();
    expect(from({ shipments: [parcel({}), parcel({ status: 'undeliverable' })] })).toBeNull();
    expect(from({ status: 'cancelled_by_retailer', shipments: [parcel({})] })).toBeNull();
    expect(from({ status: 'pending', ended_at: null })).toBeNull();
  });

  it('says what was expected, and when it was last seen', () => {
    const late_since = new Date('2026-08-22T00:00:00.000Z');
    const scans = [scan('2026-08-19T09:00:00.000Z'), scan('2026-08-18T09:00:00.000Z')];
    expect(presentLateness(order({ late_since, shipments: [parcel({ checkpoints: scans })] }))).toEqual({
      since: '2026-08-22T00:00:00.000Z',
      expected_date: '2026-08-20',
      last_scan_at: '2026-08-19T09:00:00.000Z',
    });
    expect(presentLateness(order({ shipments: [parcel({})] }))).toBeNull();
    expect(presentLateness(order({ late_since, status: 'cancelled_by_retailer' }))).toBeNull();
  });
});
