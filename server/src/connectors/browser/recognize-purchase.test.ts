import { describe, expect, it } from 'vitest';
import { toCents } from '../../kit/money.ts';
import { cartMatchesGoods } from './cart.ts';
import { lateWindowMsOf } from './late-window.ts';
import { isBefore, type PastOrder, rowKeyOf } from './past-orders.ts';
import {
  compareGoods,
  compareOrder,
  hasNewUnnumbered,
  proveAbsence,
  proveAbsenceSince,
  type SeenOrder,
} from './recognize-purchase.ts';

const orders = (...days: (number | null)[]): PastOrder[] =>
  days.map((day, index) => ({
    number: `P-${index}`,
    total: null,
    placed: day === null ? null : new Date(Date.UTC(2026, 7, day)),
    isExact: true,
    reference: null,
    address: '',
  }));

it('gives a store at least 30 minutes to record a sale, and more if the recipe asks', () => {
  expect(
    [undefined, 0, 60, 1_800, 3_600].map((late) => lateWindowMsOf(late === undefined ? {} : { late_seconds: late })),
  ).toEqual([1_800_000, 1_800_000, 1_800_000, 1_800_000, 3_600_000]);
});

it('counts only rows without a number that the history did not show before', () => {
  const since = new Date(Date.UTC(2026, 7, 21));
  const [card, spent, old] = orders(null, null, 1).map((row) => ({ ...row, number: '' }));
  const rows = [card!, { ...spent!, total: toCents(900) }];
  const handle = { before: ['P-0'], unnumbered: rows.map(rowKeyOf) };
  const isNew = (unnumbered: PastOrder[], known: typeof handle | null = handle, numbered = orders(3)) =>
    hasNewUnnumbered({ orders: numbered, unnumbered }, { since }, known);
  expect(isNew(rows)).toBe(false);
  expect(isNew(rows.toReversed())).toBe(false);
  expect(isNew([...rows, old!])).toBe(false);
  expect(isNew([...rows, card!])).toBe(true);
  expect(isNew([card!, { ...spent!, total: toCents(1_000) }])).toBe(true);
  expect(isNew([card!], null)).toBe(true);
  expect(isNew([old!], null)).toBe(false);
  // The second order may be the card's row with its number, and the card's row now another order.
  expect(isNew(rows, handle, orders(3, 25))).toBe(true);
  expect(isNew([], handle, orders(3, 25))).toBe(false);
});

describe('an order history without our order', () => {
  it('proves nothing if it lost earlier orders', () => {
    expect(proveAbsence({ orders: orders(3), isWhole: true, isEndShown: false }, { before: ['P-7'] })).toMatchObject({
      kind: 'unsure',
    });
    expect(proveAbsence({ orders: [], isWhole: true, isEndShown: false }, { before: ['P-0'] })).toMatchObject({
      kind: 'unsure',
    });
    expect(proveAbsence({ orders: orders(3), isWhole: true, isEndShown: false }, { before: ['P-0'] })).toEqual({
      kind: 'absent',
    });
    expect(proveAbsence({ orders: [], isWhole: true, isEndShown: false }, { before: [] })).toEqual({ kind: 'absent' });
  });

  it('proves nothing if it was cut off, unless the newest come first', () => {
    const cut = (...days: (number | null)[]) =>
      proveAbsence({ orders: orders(...days), isWhole: false, isEndShown: false }, { before: ['P-0'] });
    expect(cut(5, 4, 3)).toEqual({ kind: 'absent' });
    for (const days of [[3, 4, 5], [4, 5, 3], [4, 4], [null, null], [5, null, 3], [5]]) {
      expect(cut(...days), days.join(', ')).toMatchObject({ kind: 'unsure' });
    }
  });

  it('counts without a handle only if it reaches back to the time of the order', () => {
    const since = new Date(Date.UTC(2026, 7, 4));
    const seen = (isEndShown: boolean, ...days: (number | null)[]) =>
      proveAbsenceSince({ orders: orders(...days), isWhole: true, isEndShown }, since);
    expect(seen(true)).toEqual({ kind: 'absent' });
    expect(seen(true, 6, 5)).toEqual({ kind: 'absent' });
    expect(seen(false, 3, 2)).toEqual({ kind: 'absent' });
    expect(seen(false, 6, 5)).toMatchObject({ kind: 'unsure' });
    expect(seen(false, 2, 3)).toMatchObject({ kind: 'unsure' });
    expect(seen(false, 5, null)).toMatchObject({ kind: 'unsure' });
    expect(seen(false)).toMatchObject({ kind: 'unsure' });
  });

  it('counts an order as older only if that is certain', () => {
    const since = new Date('2026-08-21T10:00:00Z');
    const at = (text: string | null, isExact: boolean) =>
      isBefore({ placed: text === null ? null : new Date(text), isExact }, since);
    // The store's clock may be slow, or its times in another zone than they say.
    expect(at('2026-08-20T07:59:59Z', true)).toBe(true);
    expect(at('2026-08-20T08:01:00Z', true)).toBe(false);
    // A day alone may be any hour of it, in any zone.
    expect(at('2026-08-20T00:00:00Z', false)).toBe(false);
    expect(at('2026-08-18T00:00:00Z', false)).toBe(true);
    expect(at(null, false)).toBe(false);
  });
});

describe('an order in the history', () => {
  const reference = '0198c1f0-5b7a-4c3d-9e2f-1a2b3c4d5e6f';
  const query = { reference, maxPrice: toCents(5_000), shippingAddress: { postalCode: '94105' } };
  const price = { currency: 'USD', basis: 'net' as const, subtotal: 4_000, shipping: 0, tax: 0, fees: 0, total: 4_000 };
  const handle = { price: price as never };
  const seen = (more: Partial<SeenOrder>): SeenOrder => ({
    number: 'P-1',
    reference: null,
    placed: null,
    total: toCents(4_000),
    goods: 'same',
    shipTo: '',
    isCanceled: false,
    ...more,
  });

  it('is ours by its reference alone, whatever else it shows', () => {
    const draft = { total: null, goods: 'unclear', isCanceled: true } as const;
    expect(compareOrder(seen({ ...draft, reference: `Note: ${reference}` }), query, handle)).toBe('ours');
    expect(compareOrder(seen({ reference: reference.toUpperCase() }), query, handle)).toBe('ours');
    expect(compareOrder(seen({ reference: crypto.randomUUID() }), query, handle)).toBe('other');
    // The store cut it off, or shows a different text there.
    expect(compareOrder(seen({ reference: reference.slice(0, 20) }), query, handle)).toBe('fits');
  });

  it.each([
    [{}, 'fits', 'fits'],
    [{ total: null }, 'fits', 'maybe'],
    [{ goods: 'unread' }, 'fits', 'maybe'],
    [{ goods: 'unread', total: null }, 'maybe', 'maybe'],
    [{ goods: 'unclear' }, 'maybe', 'maybe'],
    // A draft may show another total, and a recipe may read the wrong thing: neither alone proves that it is not ours.
    [{ total: toCents(1) }, 'maybe', 'fits'],
    [{ goods: 'unread', total: toCents(1) }, 'maybe', 'maybe'],
    [{ goods: 'other' }, 'maybe', 'other'],
    [{ goods: 'other', total: null }, 'maybe', 'other'],
    [{ goods: 'other', total: toCents(1) }, 'other', 'other'],
    [{ isCanceled: true }, 'maybe', 'maybe'],
    [{ shipTo: '1 Main St, Austin 73301' }, 'other', 'other'],
    [{ shipTo: '1 Market St, San Francisco, CA 94105-1420' }, 'fits', 'fits'],
    [{ total: toCents(5_001) }, 'maybe', 'other'],
  ] as [Partial<SeenOrder>, string, string][])('%j is %s with a handle and %s without', (more, with_, without) => {
    expect(compareOrder(seen(more), query, handle)).toBe(with_);
    expect(compareOrder(seen(more), query, null)).toBe(without);
  });

  it('may be ours with other items if the order may be bought in part', () => {
    const partly = { ...query, isBestEffort: true };
    for (const known of [handle, null]) {
      expect(compareOrder(seen({ goods: 'other', total: toCents(1) }), partly, known)).toBe('maybe');
      expect(compareOrder(seen({ goods: 'other', total: toCents(1) }), query, known)).toBe('other');
    }
  });

  it('contains our items if each matches in quantity and variant, and there are no others', () => {
    const lamp = { slug: 'lamp', titles: ['Brass Lamp'], quantity: 1 };
    const row = (product: string, quantity = 1, text = product) => ({ product, quantity, text });
    expect(compareGoods([row('/item/lamp')], [lamp])).toBe('same');
    expect(compareGoods([row('Brass Lamp')], [lamp])).toBe('same');
    expect(compareGoods([row('')], [lamp])).toBe('unclear');
    expect(compareGoods([row('Anything')], [{ ...lamp, titles: [] }])).toBe('unclear');
    expect(compareGoods([row('/item/lamp', 2)], [lamp])).toBe('other');
    expect(compareGoods([row('/item/mug')], [lamp])).toBe('other');
    expect(compareGoods([row('/item/lamp'), row('/item/mug')], [lamp])).toBe('other');
    const red = { ...lamp, variant: ['Red'] };
    expect(compareGoods([row('/item/lamp', 1, 'Brass Lamp, red')], [red])).toBe('same');
    expect(compareGoods([row('/item/lamp', 1, 'Brass Lamp, blue')], [red])).toBe('unclear');
  });
});

it('counts a cart as ours only with exactly our items', () => {
  const lamp = { slug: 'lamp', titles: ['Brass Lamp'], quantity: 2 };
  const row = (product: string, quantity: number, title = '') => ({
    product,
    title,
    variant: '',
    quantity,
    unitPrice: null,
    lineTotal: null,
  });
  expect(cartMatchesGoods([row('/item/lamp', 2)], [lamp])).toBe(true);
  expect(cartMatchesGoods([row('?id=1', 2, 'brass lamp')], [lamp])).toBe(true);
  expect(cartMatchesGoods([], [lamp])).toBe(false);
  expect(cartMatchesGoods([], [])).toBe(false);
  expect(cartMatchesGoods([row('/item/lamp', 1)], [lamp])).toBe(false);
  expect(cartMatchesGoods([row('/item/lamp', 2), row('/item/mug', 1)], [lamp])).toBe(false);
});
