import { describe, expect, it } from 'vitest';
import { itemProgress, latestDate, nextTrackingStatus, removeRecipient, type TrackingStatus } from './model.ts';

const statuses: TrackingStatus[] = ['pending', 'in_transit', 'delivered', 'undeliverable'];

describe('tracking moves', () => {
  const allowed = new Set([
    'pending>in_transit',
    'pending>delivered',
    'pending>undeliverable',
    'in_transit>delivered',
    'in_transit>undeliverable',
    'undeliverable>in_transit',
    'undeliverable>delivered',
  ]);
  for (const known of statuses) {
    for (const reported of statuses) {
      it(`${known}, reported ${reported}`, () => {
        const expected = allowed.has(`${known}>${reported}`) ? reported : known;
        expect(nextTrackingStatus(known, reported)).toBe(expected);
      });
    }
  }
  it('trusts the first report', () => expect(nextTrackingStatus(null, 'delivered')).toBe('delivered'));
});

describe('item progress', () => {
  it('needs every package to be delivered', () => {
    expect(itemProgress(['delivered', 'in_transit'])).toBe('shipped');
    expect(itemProgress(['delivered', 'delivered'])).toBe('delivered');
    expect(itemProgress(['pending'])).toBeNull();
    expect(itemProgress([])).toBeNull();
  });
  it('takes the last estimate', () => expect(latestDate([null, '2026-08-22', '2026-08-21'])).toBe('2026-08-22'));
});

describe('scrubbing', () => {
  const jane = { names: ['Jane', "O'Neill Müller"], phone: '+1 (415) 555-0123' };
  it.each([
    ['Delivered, left with JANE', 'Delivered, left with the recipient'],
    ["Signed by Jane O'Neill Müller at door", 'Signed by the recipient at door'],
    ['Signed by MULLER', 'Signed by the recipient'],
    ['Called 415-555-0123, no answer', 'Called a phone number, no answer'],
    ['Called +14155550123.', 'Called a phone number.'],
    ['Call 415 555 0123 10 minutes before', 'Call a phone number minutes before'],
    ["Left at Jane's door", 'Left at the recipient’s door'],
    ['Signed by MUELLER', 'Signed by the recipient'],
    ['Parcel 1Z999AA10123456784 in Janesville', 'Parcel 1Z999AA10123456784 in Janesville'],
    ['Arrived at facility', 'Arrived at facility'],
  ])('%s', (text, expected) => expect(removeRecipient(text, jane)).toBe(expected));
  it('works without a recipient’s phone number', () => {
    expect(removeRecipient('Call 415-555-0123', { names: ['A B'], phone: null })).toBe('Call 415-555-0123');
  });
});
