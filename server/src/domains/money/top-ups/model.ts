import { createHash } from 'node:crypto';
import { dayMs, hourMs, minuteMs, secondMs } from '../../../kit/clock.ts';
import { idFrom } from '../../../kit/ids.ts';
import type { Moves } from '../../../kit/moves.ts';

export const topUpStatuses = ['requires_action', 'succeeded', 'failed', 'expired', 'refunded'] as const;
export type TopUpStatus = (typeof topUpStatuses)[number];

/** What is paid late still counts. `refunded` is no move: it follows from the amounts, and can be undone by a dispute that is won. */
export const topUpMoves: Moves<TopUpStatus> = {
  requires_action: ['succeeded', 'failed', 'expired'],
  failed: ['succeeded'],
  expired: ['succeeded'],
  succeeded: [],
  refunded: [],
};

export const minCents = 100;
export const maxCents = 1_000_000;

/** A page to pay on is good for a day, which is the most that Stripe gives one. */
export const payWithinMs = dayMs - 5 * minuteMs;

/** How long play money that takes its time is under way. */
export const slowPaymentMs = 20 * secondMs;

/** When to read a payment again that is not final: soon at first, then once an hour, for as long as it takes. */
export const pollMs = (looks: number): number => Math.min(minuteMs * 2 ** Math.min(looks, 10), hourMs);

/** What of a top-up can go back: never more than it brought, nor than the wallet has free. */
export const refundable = (amount: number, refunded: number, available: number): number =>
  Math.max(0, Math.min(amount - refunded, available));

/** The same refund of the same money has the same id, so that a restored database asks Stripe for it once. */
export const refundIdOf = (topUp: { id: string; refunded_cents: number }): string =>
  idFrom(createHash('sha256').update(`top-up-refund ${topUp.id} ${topUp.refunded_cents}`).digest());
