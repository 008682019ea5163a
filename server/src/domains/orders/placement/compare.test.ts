import { describe, expect, it } from 'vitest';
import { requestFor } from '../../../../test/stand-ins/simulator/bench.ts';
import type { PurchaseRequest } from '../../../connectors/contract.ts';
import { toCents, zeroCents } from '../../../kit/money.ts';
import { findDifference, type SoldCart } from './compare.ts';

const request: PurchaseRequest = requestFor({ retailer: 'walmart', productId: '1' });
const lineId = request.lines[0]!.lineId;
const address = request.shippingAddress;

const sold = (more: Partial<SoldCart> = {}): SoldCart => ({
  lines: [{ lineId, quantity: 1, unitPrice: toCents(1000) }],
  shipTo: address,
  price: {
    currency: 'USD',
    basis: 'net',
    subtotal: toCents(1000),
    shipping: zeroCents,
    tax: toCents(80),
    fees: zeroCents,
    total: toCents(1080),
  },
  ...more,
});
const difference = (more: Partial<SoldCart>) => findDifference(request, sold(more), 'USD');

describe('what a store has', () => {
  it('is what was ordered', () => {
    expect(difference({})).toBeNull();
    expect(difference({ shipTo: null })).toBeNull();
    const spelled = { ...address, addressLine1: '100  CONGRESS avenue', postalCode: '78701-1234', firstName: 'J.' };
    expect(difference({ shipTo: spelled })).toBeNull();
    const half = { lineId, quantity: 1, unitPrice: toCents(1000) };
    const two = { ...request, lines: [{ ...request.lines[0]!, quantity: 2 }] };
    expect(findDifference(two, sold({ lines: [half, half] }), 'USD')).toBeNull();
    const others = { ...request, lines: [request.lines[0]!, { ...request.lines[0]!, lineId: 'other' }] };
    expect(findDifference(others, sold({ lines: [half, { ...half, lineId: 'other' }] }), 'USD')).toBeNull();
    const withAll = { ...sold().price, shipping: toCents(300), fees: toCents(20), total: toCents(1400) };
    expect(difference({ price: withAll })).toBeNull();
  });

  it('is more, less or something else', () => {
    const line = { lineId, unitPrice: toCents(1000) };
    expect(difference({ lines: [{ ...line, quantity: 2 }] })).toContain('2 of an item, but 1 were ordered');
    expect(difference({ lines: [] })).toContain('0 of an item');
    const strange = { ...line, lineId: 'other', quantity: 1 };
    expect(difference({ lines: [{ ...line, quantity: 1 }, strange] })).toContain('not ordered');
  });

  it('goes elsewhere', () => {
    expect(difference({ shipTo: { ...address, postalCode: '78702' } })).toContain('postal code');
    expect(difference({ shipTo: { ...address, city: 'Dallas' } })).toContain('city');
    expect(difference({ shipTo: { ...address, addressLine1: '1 Congress Avenue' } })).toContain('street');
    expect(difference({ shipTo: { ...address, country: 'CA' } })).toContain('country');
    expect(difference({ shipTo: { ...address, addressLine2: 'Apt 4' } })).toContain('apartment');
    expect(difference({ shipTo: { ...address, state: 'CA' } })).toContain('state');
    expect(difference({ shipTo: { ...address, lastName: 'Roe' } })).toContain('recipient');
    expect(difference({ shipTo: { ...address, firstName: 'John' } })).toContain('recipient');
    expect(difference({ shipTo: { ...address, firstName: '' } })).toContain('recipient');
    expect(difference({ shipTo: { ...address, firstName: '', lastName: '', state: 'Texas' } })).toBeNull();
    expect(difference({ shipTo: { ...address, firstName: 'Jane Doe', lastName: '' } })).toBeNull();
  });

  it('costs an amount that does not add up, or is in another currency', () => {
    expect(difference({ price: { ...sold().price, total: toCents(1081) } })).toContain('1080');
    expect(difference({ price: { ...sold().price, currency: 'EUR' } })).toContain('EUR');
  });
});
