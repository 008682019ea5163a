import { expect, it } from 'vitest';
import { describeTransaction } from './describe-transaction.ts';

const moved = (type: 'hold' | 'release' | 'capture' | 'refund' | 'fund', from: string, to: string) =>
  describeTransaction({
    id: '1',
    type,
    from,
    to,
    amount_cents: 500,
    order_id: null,
    batch_id: null,
    return_id: null,
    note: null,
    balance_cents: 0,
    created_at: '',
  });

it.each([
  ['hold', 'wallet.available', 'wallet.held', 500, 0],
  ['release', 'wallet.held', 'wallet.available', -500, 0],
  ['capture', 'wallet.held', 'retailer', -500, -500],
  ['refund', 'retailer', 'wallet.available', 0, 500],
  ['hold', 'wallet.available', 'wallet.reserved', 500, 0],
  ['hold', 'wallet.reserved', 'wallet.held', 0, 0],
] as const)('%s from %s to %s', (type, from, to, held, balance) => {
  expect(moved(type, from, to)).toMatchObject({ held, balance });
});

it('names test money', () => {
  expect(moved('fund', 'play_money', 'wallet.available')).toMatchObject({
    label: 'Test money',
    balance: 500,
  });
});
