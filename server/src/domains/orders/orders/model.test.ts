import { describe, expect, it } from 'vitest';
import { canMove, isTerminal, sourcesOf } from '../../../kit/moves.ts';
import { itemMoves, itemStatuses, orderMoves, orderStatuses } from './model.ts';

describe('order moves', () => {
  const allowed = new Set([
    'pending>in_progress',
    'pending>cancelled',
    'in_progress>order_placed',
    'in_progress>order_failed',
    'in_progress>pending',
    'order_placed>cancelled_by_retailer',
  ]);
  for (const from of orderStatuses) {
    for (const to of orderStatuses) {
      it(`${from} to ${to}`, () => expect(canMove(orderMoves, from, to)).toBe(allowed.has(`${from}>${to}`)));
    }
  }
  it('knows which orders are final', () => {
    expect(orderStatuses.filter((status) => isTerminal(orderMoves, status))).toEqual([
      'order_failed',
      'cancelled',
      'cancelled_by_retailer',
    ]);
    expect(sourcesOf(orderMoves, 'order_placed')).toEqual(['in_progress']);
  });
});

describe('item moves', () => {
  const allowed = new Set([
    'pending>processing',
    'pending>cancelled',
    'processing>ordered',
    'processing>failed',
    'processing>pending',
    'ordered>shipped',
    'ordered>delivered',
    'ordered>cancelled',
    'shipped>delivered',
  ]);
  for (const from of itemStatuses) {
    for (const to of itemStatuses) {
      it(`${from} to ${to}`, () => expect(canMove(itemMoves, from, to)).toBe(allowed.has(`${from}>${to}`)));
    }
  }
});
