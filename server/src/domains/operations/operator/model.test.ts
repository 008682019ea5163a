import { describe, expect, it } from 'vitest';
import { outcomesOf, type StatusCount, sumByWorld } from './model.ts';

const counts: StatusCount[] = [
  { world: 'test', retailer: 'walmart', status: 'order_placed', count: 3 },
  { world: 'test', retailer: 'walmart', status: 'cancelled_by_retailer', count: 1 },
  { world: 'test', retailer: 'walmart', status: 'order_failed', count: 2 },
  { world: 'test', retailer: 'walmart', status: 'pending', count: 4 },
  { world: 'test', retailer: 'walmart', status: 'in_progress', count: 5 },
  { world: 'test', retailer: 'walmart', status: 'cancelled', count: 6 },
  { world: 'test', retailer: 'etsy', status: 'order_placed', count: 7 },
  { world: 'live', retailer: 'walmart', status: 'order_placed', count: 8 },
];

describe('counting orders', () => {
  it('counts by mode and status', () => {
    expect(sumByWorld(counts, ['order_placed', 'order_failed'])).toEqual({
      test: { order_placed: 10, order_failed: 2 },
      live: { order_placed: 8, order_failed: 0 },
    });
  });

  it('counts outcomes at one retailer, without orders that the customer canceled', () => {
    expect(outcomesOf(counts, 'test', 'walmart')).toEqual({ placed: 4, failed: 2, under_way: 9 });
    expect(outcomesOf(counts, 'live', 'etsy')).toEqual({ placed: 0, failed: 0, under_way: 0 });
  });
});
