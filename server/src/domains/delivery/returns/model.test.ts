import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addCents, toCents, zeroCents } from '../../../kit/money.ts';
import { canMove } from '../../../kit/moves.ts';
import {
  type BoughtItem,
  cappedCredit,
  computeCredit,
  countReturnable,
  findObjections,
  isRefundAutomatic,
  itemsOf,
  labelLinkMs,
  mergeItems,
  type ReturnItem,
  returnMoves,
  returnReasonFor,
  returnStatuses,
  splitPaidByItem,
} from './model.ts';

const item = (id: string, quantity: number, unit_price_cents: number | null, status = 'delivered'): BoughtItem => ({
  id,
  quantity,
  status,
  unit_price_cents,
});

describe('a refund on its own', () => {
  const made = (method: string | null) => ({ client_request: {}, method_code: method });
  it.each([
    ['a return of the current API', { client_request: null, method_code: null }, false, undefined, true],
    ['an order that the client paid', made('pickup'), true, 'drop', true],
    ['by the drop-off method', made('drop'), false, 'drop', true],
    ['by another one', made('pickup'), false, 'drop', false],
    ['by none, where the store has no drop-off', made(null), false, undefined, false],
    ['by one, where the store has no drop-off', made('pickup'), false, undefined, false],
  ])('%s', (_name, row, isPaidByClient, dropOff, expected) => {
    expect(isRefundAutomatic(row, isPaidByClient, dropOff)).toBe(expected);
  });
});

describe('moves', () => {
  it('lead out of open, and from approved to the refund or its refusal', () => {
    const refunds = ['approved credited', 'approved denied'];
    for (const from of returnStatuses) {
      for (const to of returnStatuses) {
        const isAllowed = (from === 'open' && to !== 'open') || refunds.includes(`${from} ${to}`);
        expect(canMove(returnMoves, from, to), `${from} → ${to}`).toBe(isAllowed);
      }
    }
  });
});

describe('what may be returned', () => {
  const bought = [item('a', 3, 100), item('b', 1, 100, 'cancelled')];

  it('counts every return but a denied one', () => {
    const earlier = (['open', 'approved', 'credited', 'denied'] as const).map((status) => ({
      status,
      items: [{ order_item_id: 'a', quantity: status === 'denied' ? 3 : 1 }],
    }));
    const wanted = [{ order_item_id: 'a', quantity: 1 }];
    expect(findObjections(wanted, bought, [])).toEqual([]);
    expect(findObjections(wanted, bought, earlier.slice(0, 2))).toEqual([]);
    expect(findObjections(wanted, bought, earlier)).toEqual([
      { order_item_id: 'a', problem: 'quantity_exceeded', requested: 1, returnable: 0 },
    ]);
  });

  it('makes the units of a denied return returnable again, and no others', () => {
    const withOne = (status: (typeof returnStatuses)[number]) => [
      { status, items: [{ order_item_id: 'a', quantity: 1 }] },
    ];
    expect(returnStatuses.map((status) => [status, countReturnable(item('a', 3, 100), withOne(status))])).toEqual(
      returnStatuses.map((status) => [status, status === 'denied' ? 3 : 2]),
    );
  });

  it.each(['cancelled', 'failed'])('is nothing of an item that is %s', (status) => {
    const lost = item('a', 3, 100, status);
    expect(countReturnable(lost, [])).toBe(0);
    expect(findObjections([{ order_item_id: 'a', quantity: 1 }], [lost], [])).toEqual([
      { order_item_id: 'a', problem: 'item_not_bought', requested: 1, returnable: 0 },
    ]);
  });

  it('names each unavailable item', () => {
    const wanted = [
      { order_item_id: 'a', quantity: 4 },
      { order_item_id: 'b', quantity: 1 },
      { order_item_id: 'c', quantity: 1 },
    ];
    expect(findObjections(wanted, bought, []).map(({ problem }) => problem)).toEqual([
      'quantity_exceeded',
      'item_not_bought',
      'not_in_order',
    ]);
  });

  it('leaves out what was canceled of an item', () => {
    const partly = { ...item('a', 3, 100), cancelled_quantity: 1 };
    const returned = [{ status: 'open' as const, items: [{ order_item_id: 'a', quantity: 1 }] }];
    expect([
      countReturnable(partly, []),
      countReturnable(partly, returned),
      countReturnable(item('a', 3, 100), returned),
    ]).toEqual([2, 1, 2]);
    expect(countReturnable({ ...partly, cancelled_quantity: 3 }, returned)).toBe(0);
  });

  it('has labels whose links last a week', () => {
    expect(labelLinkMs).toBe(7 * 24 * 3600 * 1000);
  });

  it('finds the units of a product wherever in the order they are', () => {
    const shelf = [
      { ...item('a', 2, 100), product_id: 'mug' },
      { ...item('b', 3, 100), product_id: 'mug' },
      { ...item('c', 1, 100), product_id: 'cup' },
    ];
    const earlier = [{ status: 'open' as const, items: [{ order_item_id: 'a', quantity: 1 }] }];
    const mugs = (quantity: number) => itemsOf({ product_id: 'mug', quantity }, shelf, earlier);
    expect(mugs(1)).toEqual([{ order_item_id: 'a', quantity: 1 }]);
    expect(mugs(4)).toEqual([
      { order_item_id: 'a', quantity: 1 },
      { order_item_id: 'b', quantity: 3 },
    ]);
    expect(findObjections(mugs(4), shelf, earlier)).toEqual([]);
    expect(findObjections(mugs(5), shelf, earlier)).toMatchObject([
      { order_item_id: 'b', problem: 'quantity_exceeded' },
    ]);
    const unknown = itemsOf({ product_id: 'pot', quantity: 2 }, shelf, earlier);
    expect(unknown).toEqual([{ order_item_id: 'pot', quantity: 2 }]);
    expect(findObjections(unknown, shelf, earlier)).toMatchObject([{ problem: 'not_in_order', requested: 2 }]);
    expect(itemsOf({ order_item_id: 'c', quantity: 7 }, shelf, earlier)).toEqual([{ order_item_id: 'c', quantity: 7 }]);
  });

  it('adds up the quantities of an item that is listed twice', () => {
    const twice = [
      { order_item_id: 'a', quantity: 1 },
      { order_item_id: 'a', quantity: 2 },
    ];
    expect(mergeItems(twice)).toEqual([{ order_item_id: 'a', quantity: 3 }]);
  });

  it('recognizes a retailer code that is one of ours', () => {
    expect(returnReasonFor('wrong_size')).toBe('wrong_size');
    expect(returnReasonFor('CR-BOUGHT_BY_MISTAKE')).toBe('other');
  });
});

describe('what was paid for each item', () => {
  const paid = (...items: BoughtItem[]) => [...splitPaidByItem(toCents(1000), items).values()];
  it('divides by the prices if any item has one', () => {
    expect(paid(item('a', 1, 300), item('b', 2, 100))).toEqual([600, 400]);
    expect(paid(item('a', 1, 0), item('b', 1, 100))).toEqual([0, 1000]);
  });

  it('divides by the number of units if no item has a price', () => {
    expect(paid(item('a', 1, 0), item('b', 3, null))).toEqual([250, 750]);
    expect(paid(item('a', 0, 0))).toEqual([0]);
  });
});

const orders = fc
  .array(fc.record({ quantity: fc.integer({ min: 1, max: 100 }), price: fc.integer({ min: 0, max: 1_000_000_000 }) }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((lines) => lines.map(({ quantity, price }, index) => item(`item ${index}`, quantity, price)));
const charges = fc.integer({ min: 0, max: 1_000_000_000 }).map(toCents);

/** Every unit of an order, in an arbitrary order and cut into returns of arbitrary sizes. */
const returnsOf = (bought: BoughtItem[]) => {
  const units = bought.flatMap(({ id, quantity }) => Array.from({ length: quantity }, () => id));
  return fc
    .tuple(
      fc.shuffledSubarray(units, { minLength: 0 }),
      fc.array(fc.integer({ min: 1, max: 20 }), { minLength: units.length, maxLength: units.length }),
    )
    .map(([order, sizes]) => {
      const returns: ReturnItem[][] = [];
      for (let at = 0; at < order.length; at += sizes[returns.length - 1]!) {
        const cut = order.slice(at, at + sizes[returns.length]!);
        returns.push(mergeItems(cut.map((order_item_id) => ({ order_item_id, quantity: 1 }))));
      }
      return returns;
    });
};

describe('what a return is worth', () => {
  it('divides the charge among the items without losing or adding a cent', () => {
    fc.assert(
      fc.property(charges, orders, (charged, bought) => {
        const parts = [...splitPaidByItem(charged, bought).values()];
        expect(parts.every((part) => part >= 0)).toBe(true);
        expect(addCents(zeroCents, ...parts)).toBe(charged);
      }),
    );
  });

  it('never exceeds what was charged, however the returns are split, and equals it when everything is returned', () => {
    const cases = orders.chain((bought) => fc.tuple(fc.constant(bought), returnsOf(bought)));
    fc.assert(
      fc.property(charges, cases, (charged, [bought, returns]) => {
        const credited: ReturnItem[] = [];
        let sum = 0;
        for (const items of returns) {
          const worth = computeCredit(charged, bought, credited, items);
          expect(worth).toBeGreaterThanOrEqual(0);
          sum += worth;
          credited.push(...items);
        }
        expect(sum).toBeLessThanOrEqual(charged);
        const units = (items: readonly { quantity: number }[]) =>
          items.reduce((all, { quantity }) => all + quantity, 0);
        if (units(credited) === units(bought)) expect(sum).toBe(charged);
      }),
    );
  });

  it('gives the last unit the remainder', () => {
    const bought = [item('a', 3, 333)];
    const one = [{ order_item_id: 'a', quantity: 1 }];
    const credits = [0, 1, 2].map((already) =>
      computeCredit(toCents(1000), bought, [{ order_item_id: 'a', quantity: already }], one),
    );
    expect(credits).toEqual([333, 333, 334]);
  });

  it('shares tax and shipping by price', () => {
    const bought = [item('cheap', 1, 1000), item('dear', 1, 3000)];
    const charged = toCents(4400);
    expect(computeCredit(charged, bought, [], [{ order_item_id: 'cheap', quantity: 1 }])).toBe(1100);
    expect(computeCredit(charged, bought, [], [{ order_item_id: 'dear', quantity: 1 }])).toBe(3300);
  });

  it('credits at most what the retailer says, and at most what was paid', () => {
    expect(cappedCredit(toCents(1000), null)).toBe(1000);
    expect(cappedCredit(toCents(1000), toCents(400))).toBe(400);
    expect(cappedCredit(toCents(1000), toCents(5000))).toBe(1000);
  });
});
