import { describe, expect, it } from 'vitest';
import { toCents } from '../../../kit/money.ts';
import { orderPrice, paymentMoves, readPreferences, sortByPreference } from './model.ts';

const methods = [{ name: 'stripe' }, { name: 'sandbox' }];
const offered = (header: string | undefined) =>
  sortByPreference(methods, readPreferences(header)).map(({ name }) => name);

describe('Accept-Payment', () => {
  it.each([
    [undefined, ['stripe', 'sandbox']],
    ['*/*', ['stripe', 'sandbox']],
    ['sandbox/charge', ['sandbox']],
    ['sandbox/*, stripe/charge;q=0.5', ['sandbox', 'stripe']],
    ['*/charge;q=0.5, sandbox/charge', ['sandbox', 'stripe']],
    ['stripe/*, stripe/charge;q=0, sandbox/charge;q=0.1', ['sandbox']],
    ['*/*, stripe/charge;q=0', ['sandbox']],
    ['stripe/charge;q=0.9, stripe/charge;q=0.2, sandbox/charge;q=0.5', ['stripe', 'sandbox']],
    ['stripe/charge;q=0.2, stripe/charge;q=0.9, sandbox/charge;q=0.5', ['stripe', 'sandbox']],
    ['stripe/session', ['stripe', 'sandbox']],
    ['gold/charge', ['stripe', 'sandbox']],
    ['sandbox', ['stripe', 'sandbox']],
    ['sandbox/charge;q=2', ['stripe', 'sandbox']],
    ['', ['stripe', 'sandbox']],
  ])('%j offers %j', (header, names) => {
    expect(offered(header)).toEqual(names);
  });
});

describe('the price of an order', () => {
  it('is max_price and one dollar', () => {
    expect(orderPrice(toCents(2500))).toBe(2600);
  });
});

it('a payment settles only from its claim', () => {
  expect(paymentMoves).toEqual({
    claimed: ['settled', 'abandoned', 'declined'],
    settled: [],
    abandoned: ['abandoned', 'declined'],
    declined: [],
  });
});
