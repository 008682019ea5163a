import { describe, expect, it } from 'vitest';
import { countText, sumText, type Totals } from './totals.ts';

const totals: Totals = {
  orders: 1200,
  has_more: false,
  charged: [
    { currency: 'USD', orders: 2, total: 3998 },
    { currency: 'JPY', orders: 1, total: 1999 },
  ],
  open: { orders: 1, max_price: 5000 },
  cancellable: { orders: 1, max_price: 5000 },
};

describe('totals of a selection', () => {
  it('name each currency, and what may still be charged', () => {
    expect(sumText(totals)).toBe('$39.98 and ¥1,999 charged · up to $50.00 in progress');
    expect(sumText({ ...totals, charged: [], open: { orders: 0, max_price: 0 } })).toBe('');
  });

  it('say that there are more', () => {
    expect(countText(totals)).toBe('1,200 orders');
    expect(countText({ ...totals, orders: 10_000, has_more: true })).toBe('More than 10,000 orders');
    expect(sumText({ ...totals, has_more: true })).toMatch(/^more than \$39.98/);
  });
});
