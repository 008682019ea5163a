import { describe, expect, it } from 'vitest';
import { hourMs } from '../kit/clock.ts';
import { toCents, zeroCents } from '../kit/money.ts';
import type { Address, Purchase } from './contract.ts';
import { matchPurchase, type PastPurchase } from './match-purchase.ts';

const address: Address = {
  firstName: 'Jane',
  lastName: "O'Neill",
  addressLine1: '1 Market St.',
  addressLine2: 'Apt 4',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94105',
  country: 'US',
  phoneNumber: null,
};
const since = new Date('2026-11-17T10:00:00Z');
const wanted = {
  since,
  maxPrice: toCents(5000),
  shippingAddress: address,
  lines: [
    { lineId: 'a', variantId: 'mug', quantity: 1 },
    { lineId: 'b', variantId: 'shirt', quantity: 1 },
    { lineId: 'c', variantId: 'mug', quantity: 2 },
  ],
  isTaken: async () => false,
};

function past(id: string, more: Partial<PastPurchase> = {}): PastPurchase {
  const total = more.total ?? toCents(5000);
  const price = {
    currency: 'USD',
    basis: 'net' as const,
    subtotal: total,
    shipping: zeroCents,
    tax: zeroCents,
    fees: zeroCents,
    total,
  };
  const purchase: Purchase = {
    merchantOrderIds: [id],
    price,
    estimatedDelivery: null,
    placedAt: since,
    lines: [],
    shipTo: address,
  };
  return {
    merchantOrderId: id,
    placedAt: since,
    lines: [
      { variantId: 'shirt', quantity: 1 },
      { variantId: 'mug', quantity: 3 },
    ],
    shipTo: address,
    total,
    purchase,
    ...more,
  };
}

describe('a purchase without a handle', () => {
  it('is found by its lines, its address and its time', async () => {
    const other = past('other', { lines: [{ variantId: 'mug', quantity: 3 }] });
    expect(await matchPurchase([other, past('ours')], wanted)).toMatchObject({
      kind: 'found',
      matchedBy: 'content',
      purchase: { merchantOrderIds: ['ours'] },
    });
  });

  it('is found as part of an order that accepts less than the whole, and only then', async () => {
    const part = past('part', { lines: [{ variantId: 'mug', quantity: 2 }] });
    expect(await matchPurchase([part], wanted)).toEqual({ kind: 'absent' });
    const partly = { ...wanted, isBestEffort: true };
    expect(await matchPurchase([part], partly)).toMatchObject({ kind: 'found', matchedBy: 'content' });
    expect(await matchPurchase([part, past('whole')], partly)).toMatchObject({ kind: 'unsure' });
    for (const lines of [[{ variantId: 'mug', quantity: 4 }], [{ variantId: 'cup', quantity: 1 }]]) {
      expect(await matchPurchase([past('other', { lines })], partly)).toEqual({ kind: 'absent' });
    }
  });

  it('is found where the clock of the store is behind', async () => {
    const placedAt = new Date(since.getTime() - 300_000);
    expect(await matchPurchase([past('ours', { placedAt })], wanted)).toMatchObject({ kind: 'found' });
  });

  it('is found where the clock of the store is ahead', async () => {
    const placedAt = new Date(since.getTime() + 30 * hourMs);
    expect(await matchPurchase([past('ours', { placedAt })], wanted)).toMatchObject({ kind: 'found' });
  });

  it.each([300_001, 10 * hourMs, 26 * hourMs])('is unsure where the store dates it %i ms too early', async (ms) => {
    const early = past('early', { placedAt: new Date(since.getTime() - ms) });
    const unsure = { kind: 'unsure', message: expect.stringContaining('Order early may match this order') };
    expect(await matchPurchase([early], wanted)).toEqual(unsure);
    expect(await matchPurchase([early], { ...wanted, isTaken: async () => true })).toEqual({ kind: 'absent' });
    // One in time is ours, and the early one is what its date says.
    const found = { kind: 'found', purchase: { merchantOrderIds: ['ours'] } };
    expect(await matchPurchase([early, past('ours')], wanted)).toMatchObject(found);
  });

  it('is found where the store formats the address in another way', async () => {
    const shipTo = { ...address, lastName: 'O’Neill', addressLine1: '1 MARKET ST', postalCode: '94105-1234' };
    expect(await matchPurchase([past('ours', { shipTo })], wanted)).toMatchObject({ kind: 'found' });
  });

  it('is found where the store joins the lines of the address', async () => {
    const shipTo = { ...address, addressLine1: '1 Market St Apt 4', addressLine2: null };
    expect(await matchPurchase([past('ours', { shipTo })], wanted)).toMatchObject({ kind: 'found' });
  });

  it.each<[string, Partial<PastPurchase>]>([
    ['an earlier one', { placedAt: new Date(since.getTime() - 26 * hourMs - 1) }],
    ['one with fewer', { lines: [{ variantId: 'mug', quantity: 3 }] }],
    [
      'one with another quantity',
      {
        lines: [
          { variantId: 'shirt', quantity: 1 },
          { variantId: 'mug', quantity: 2 },
        ],
      },
    ],
    [
      'one with something more',
      {
        lines: [
          { variantId: 'shirt', quantity: 1 },
          { variantId: 'mug', quantity: 3 },
          { variantId: 'hat', quantity: 1 },
        ],
      },
    ],
    ['one to another street', { shipTo: { ...address, addressLine1: '2 Market St' } }],
    ['one to another apartment', { shipTo: { ...address, addressLine2: null } }],
    ['one to another city', { shipTo: { ...address, city: 'Austin' } }],
    ['one to another postal code', { shipTo: { ...address, postalCode: '94107' } }],
    ['one to another person', { shipTo: { ...address, firstName: 'John' } }],
    ['one to another country', { shipTo: { ...address, country: 'CA', postalCode: '94105' } }],
  ])('is not %s', async (_name, more) => {
    expect(await matchPurchase([past('other', more)], wanted)).toEqual({ kind: 'absent' });
  });

  it('is not what another order owns', async () => {
    const isTaken = async (id: string) => id === 'taken';
    expect(await matchPurchase([past('taken')], { ...wanted, isTaken })).toEqual({ kind: 'absent' });
    expect(await matchPurchase([past('taken'), past('ours')], { ...wanted, isTaken })).toMatchObject({
      kind: 'found',
      purchase: { merchantOrderIds: ['ours'] },
    });
  });

  it.each<[string, PastPurchase[], string]>([
    ['two fit', [past('one'), past('two')], 'one, two'],
    ['the address is not shown', [past('one', { shipTo: null })], 'address'],
    ['it cost more than allowed', [past('one', { total: toCents(5001) })], 'max_price'],
    ['it was changed since', [past('one', { purchase: null })], 'changed'],
    ['its time is unreadable', [past('one', { placedAt: new Date('0000-00-00T00:00:00Z') })], 'when it was placed'],
    ['its total is unreadable', [past('one', { total: null })], 'changed'],
  ])('is unsure when %s', async (_name, candidates, words) => {
    expect(await matchPurchase(candidates, wanted)).toEqual({
      kind: 'unsure',
      message: expect.stringContaining(words),
    });
  });
});
