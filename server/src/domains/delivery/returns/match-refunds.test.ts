import { describe, expect, it } from 'vitest';
import type { StoreRefund } from '../../../connectors/contract.ts';
import { toCents } from '../../../kit/money.ts';
import { matchRefunds, type RefundFacts } from './match-refunds.ts';

const asked = new Date('2026-08-21T10:00:00.000Z');
const hours = (count: number) => new Date(asked.getTime() + count * 3_600_000);

/** Two mugs for 10.00 each and a shirt for 30.00, with 5.00 for delivery: 55.00. A mug is worth 11.00, the shirt 33.00. */
const bought = [
  { id: 'mug', quantity: 2, status: 'delivered', unit_price_cents: 1000 },
  { id: 'shirt', quantity: 1, status: 'delivered', unit_price_cents: 3000 },
];
const of = (id: string, quantity = 1) => [{ order_item_id: id, quantity }];
const wants = (id: string, quantity = 1) => ({ items: of(id, quantity), created_at: asked });

const facts = (more: Partial<RefundFacts> = {}): RefundFacts => ({
  captured: toCents(5500),
  bought,
  settled: [],
  refundedCents: 0,
  worth: toCents(1100),
  others: [],
  ...more,
});

const named = (amount: number, units: Record<string, number>, at = hours(1)): StoreRefund => ({
  amount: toCents(amount),
  at,
  lines: Object.entries(units).map(([id, quantity]) => ({ lineIds: [id], quantity })),
  reason: null,
});
const unnamed = (amount: number, at: Date | null = hours(1)): StoreRefund => ({ ...named(amount, {}), at });
const match = (refunds: StoreRefund[], row = wants('mug'), more: Partial<RefundFacts> = {}, isSettled = false) =>
  matchRefunds({ refunds, isSettled }, row, facts(more));

describe('a refund that names items', () => {
  it('is credited in full or in part, never more than the return is worth', () => {
    expect(match([named(1100, { mug: 1 })])).toBe(1100);
    expect(match([named(850, { mug: 1 })])).toBe(850);
    expect(match([named(2000, { mug: 1 })])).toBe(1100);
    expect(match([])).toBeNull();
  });

  it('counts when it covers every unit of the return, in one refund or in several', () => {
    const both = { worth: toCents(2200) };
    expect(match([named(1100, { mug: 1 })], wants('mug', 2), both)).toBeNull();
    expect(match([named(1100, { mug: 1 }), named(900, { mug: 1 }, hours(2))], wants('mug', 2), both)).toBe(2000);
    expect(match([named(3300, { shirt: 1 })])).toBeNull();
  });

  it('of several returns is shared by what was paid for each', () => {
    const whole = named(4000, { mug: 1, shirt: 1 });
    const mug = match([whole], wants('mug'), { others: [wants('shirt')] });
    expect(mug).toBe(1000);
    const after = { settled: of('mug'), refundedCents: mug!, worth: toCents(3300) };
    expect(match([whole], wants('shirt'), after)).toBe(3000);
  });

  it('is passed on once: units that the customer has the money for come first', () => {
    const once = [named(1100, { mug: 1 })];
    expect(match(once, wants('mug'), { settled: of('mug'), refundedCents: 1100 })).toBeNull();
    const twice = [...once, named(700, { mug: 1 }, hours(2))];
    expect(match(twice, wants('mug'), { settled: of('mug'), refundedCents: 1100 })).toBe(700);
    // The store refunded more than was passed on for the first: the second is still not refunded.
    expect(match([named(1500, { mug: 1 })], wants('mug'), { settled: of('mug'), refundedCents: 1100 })).toBeNull();
  });

  it('stays open when an operator gave back some of it already', () => {
    expect(match([named(1100, { mug: 1 })], wants('mug'), { refundedCents: 300 })).toBeNull();
  });

  it('counts for either of two lines with the same product', () => {
    const twins = [bought[0]!, { ...bought[0]!, id: 'twin' }];
    const refund = { ...named(1100, {}), lines: [{ lineIds: ['mug', 'twin'], quantity: 1 }] };
    expect(match([refund], wants('twin'), { bought: twins })).toBe(1100);
    const settled = { bought: twins, settled: of('mug'), refundedCents: 1100 };
    expect(match([refund], wants('twin'), settled)).toBeNull();
  });

  it('takes a refund of the delivery along when nothing else waits', () => {
    const parts = [named(1000, { mug: 1 }), unnamed(80)];
    expect(match(parts)).toBe(1080);
    expect(match(parts, wants('mug'), { others: [wants('shirt')] })).toBe(1000);
  });
});

describe('a refund that names nothing', () => {
  it('counts when it covers the price of what waits', () => {
    expect(match([unnamed(1100)])).toBe(1100);
    expect(match([unnamed(1000)])).toBe(1000);
    // The store's time of the refund cannot be read.
    expect(match([unnamed(1100, new Date(Number.NaN))])).toBe(1100);
    expect(match([unnamed(4400)])).toBe(1100);
    expect(match([unnamed(500)])).toBeNull();
    expect(match([unnamed(1100)], wants('mug'), { others: [wants('shirt')] })).toBeNull();
    expect(match([unnamed(4400)], wants('mug'), { others: [wants('shirt')] })).toBe(1100);
  });

  it('from before the return is for something else', () => {
    expect(match([unnamed(1100, hours(-1))])).toBeNull();
  });

  it('of a return that the store has settled counts whatever it is', () => {
    expect(match([unnamed(500, null)], wants('mug'), {}, true)).toBe(500);
    expect(match([unnamed(500, null)], wants('mug'), { others: [wants('shirt')] }, true)).toBeNull();
    expect(match([unnamed(1600, null)], wants('mug'), { refundedCents: 1100 }, true)).toBe(500);
    expect(match([unnamed(1100, null)], wants('mug'), { refundedCents: 1100 }, true)).toBeNull();
  });
});
