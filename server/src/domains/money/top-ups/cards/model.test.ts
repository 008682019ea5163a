import { describe, expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs, plusMs } from '../../../../kit/clock.ts';
import { canMove } from '../../../../kit/moves.ts';
import { type CardPaymentState, cardPaymentMoves, cardRefundId, followAt, isExpiring } from './model.ts';

const now = new Date('2026-08-21T10:00:00.000Z');

describe('an authorization', () => {
  it('is checked a day before it expires, then every six hours, and when it expires', () => {
    expect(followAt(plusMs(now, 7 * dayMs), now)).toEqual(plusMs(now, 6 * dayMs));
    expect(followAt(plusMs(now, 23 * hourMs), now)).toEqual(plusMs(now, 6 * hourMs));
    expect(followAt(plusMs(now, 2 * hourMs), now)).toEqual(plusMs(now, 2 * hourMs));
    expect(followAt(now, now)).toEqual(plusMs(now, 6 * hourMs));
  });

  it('buys nothing in its last half hour', () => {
    expect(isExpiring(plusMs(now, 31 * minuteMs), now)).toBe(false);
    expect(isExpiring(plusMs(now, 30 * minuteMs), now)).toBe(true);
    expect(isExpiring(null, now)).toBe(true);
  });
});

describe('a card payment', () => {
  it('that was captured, refused or is being captured is never authorized or released', () => {
    const settled: CardPaymentState[] = ['capturing', 'captured', 'refused'];
    const open: CardPaymentState[] = ['authorizing', 'authorized', 'releasing', 'released'];
    for (const from of settled)
      for (const to of open) expect(canMove<CardPaymentState>(cardPaymentMoves, from, to)).toBe(false);
  });

  it('has the same refund for the same cause', () => {
    const id = 'a5f4a0f4-0d3c-4f43-9f43-2f6f4b7f1a52';
    expect(cardRefundId(id, 'cancelled')).toBe(cardRefundId(id, 'cancelled'));
    expect(cardRefundId(id, 'cancelled')).not.toBe(cardRefundId(id, 'part-1'));
  });
});
