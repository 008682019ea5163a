import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCents } from '../../../kit/money.ts';
import { holdFor, isWalletAccount, paidBy, settle } from './model.ts';

const cents = fc.integer({ min: 0, max: 1_000_000 }).map(toCents);

describe('settling an order', () => {
  it.each([
    // hold, charged → captured, released, lost
    [1000, 700, 700, 300, 0],
    [1000, 1000, 1000, 0, 0],
    [1000, 1001, 1000, 0, 1],
    [0, 500, 0, 0, 500],
  ])('of %i with a charge of %i', (held, charged, captured, released, lost) => {
    expect(settle(toCents(held), toCents(9), toCents(charged))).toEqual({ captured, fee: 9, released, lost });
  });

  it('releases exactly what was held, and records exactly what was charged', () => {
    fc.assert(
      fc.property(cents, cents, cents, (held, fee, charged) => {
        const money = settle(held, fee, charged);
        expect(money.captured + money.released).toBe(held);
        expect(money.captured + money.lost).toBe(charged);
        expect(Math.min(money.captured, money.released, money.lost)).toBeGreaterThanOrEqual(0);
        expect(money.fee).toBe(fee);
      }),
    );
  });

  it('holds the price and the fee', () => {
    expect(holdFor(toCents(5000), toCents(100))).toBe(5100);
    expect(paidBy('stripe')).toBe('agent.stripe');
  });
});

it('what is called wallet belongs to a customer, and nothing else', () => {
  const names = [
    'wallet.available',
    'wallet.held',
    'wallet.reserved',
    'retailer',
    'fees',
    'agent.wallet.',
    paidBy('x'),
  ];
  expect(names.filter(isWalletAccount)).toEqual(names.slice(0, 3));
});
