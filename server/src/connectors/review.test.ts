import { describe, expect, it } from 'vitest';
import { toCents, zeroCents } from '../kit/money.ts';
import type { Answered, Checkout } from './contract.ts';
import { reviewFirst } from './review.ts';
import { requestFor, storyProduct } from './simulator/test-bench.ts';

const checkoutOf = (total: number, currency = 'USD'): Checkout => ({
  handle: '',
  price: {
    currency,
    basis: 'net',
    subtotal: toCents(total),
    shipping: zeroCents,
    tax: zeroCents,
    fees: zeroCents,
    total: toCents(total),
  },
  estimatedDelivery: null,
  lines: [],
  shipTo: null,
});

const answered = (approved: boolean, total: number): Answered => ({
  kind: 'review',
  answer: { approved },
  resume: JSON.stringify({ total, currency: 'USD' }),
});

const asks = (checkout: Checkout, ...answers: Answered[]): boolean =>
  reviewFirst(checkout, { ...requestFor(storyProduct('success')), answers }) !== null;

describe('a review', () => {
  it('is asked for before anything is bought, of the operator', () => {
    const asked = reviewFirst(checkoutOf(1000), requestFor(storyProduct('success')));
    expect(asked?.question).toMatchObject({ kind: 'review', askedOf: 'operator' });
    expect(asked?.question.details).toMatchObject({ price_components: { total: 1000 } });
  });

  it('allows what was shown, and less', () => {
    expect(asks(checkoutOf(1000), answered(true, 1000))).toBe(false);
    expect(asks(checkoutOf(999), answered(true, 1000))).toBe(false);
  });

  it('is asked for again when the price rose, the currency is another, or the newest answer is a no', () => {
    expect(asks(checkoutOf(1001), answered(true, 1000))).toBe(true);
    expect(asks(checkoutOf(1000, 'EUR'), answered(true, 1000))).toBe(true);
    expect(asks(checkoutOf(1000), answered(true, 1000), answered(false, 1000))).toBe(true);
  });
});
