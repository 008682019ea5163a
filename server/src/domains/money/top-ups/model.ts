import { createHash } from 'node:crypto';
import { dayMs, hourMs, minuteMs, secondMs } from '../../../kit/clock.ts';
import type { Problem } from '../../../kit/failure.ts';
import { idFrom } from '../../../kit/ids.ts';
import { exponentOf, isCurrency } from '../../../kit/money.ts';
import type { Moves } from '../../../kit/moves.ts';

export const topUpStatuses = ['requires_action', 'succeeded', 'failed', 'expired', 'refunded'] as const;
export type TopUpStatus = (typeof topUpStatuses)[number];

/** Late payments still count. `refunded` is not a move: it follows from the amounts, and a won dispute can undo it. */
export const topUpMoves: Moves<TopUpStatus> = {
  requires_action: ['succeeded', 'failed', 'expired'],
  failed: ['succeeded'],
  expired: ['succeeded'],
  succeeded: [],
  refunded: [],
};

/** One US dollar to ten thousand. */
export const minCents = 100;
export const maxCents = 1_000_000;

/** The same in round numbers for other currencies. */
const limitOf = (currency: string): { min: number; max: number } =>
  ({ 0: { min: 100, max: 2_000_000 }, 3: { min: 500, max: 5_000_000 } })[exponentOf(currency)] ?? {
    min: minCents,
    max: maxCents,
  };

/** Bounds of the schema. amountProblem checks each currency's own. */
export const amountBounds = { min: 100, max: 5_000_000 };

/** The problem of an amount in this currency; null if there is none. */
export function amountProblem(amount: number, currency: string): Problem | null {
  const problem = (field: string, msg: string, type: Problem['type'] = 'value_error'): Problem => ({
    loc: ['body', field],
    msg,
    type,
  });
  if (!isCurrency(currency) || exponentOf(currency) > 3)
    return problem('currency', 'Funds cannot be added in this currency');
  const { min, max } = limitOf(currency);
  if (amount < min)
    return problem('amount_cents', `Input should be greater than or equal to ${min}`, 'greater_than_equal');
  if (amount > max) return problem('amount_cents', `Input should be less than or equal to ${max}`, 'less_than_equal');
  // Card networks settle three decimal places in steps of ten.
  if (exponentOf(currency) === 3 && amount % 10 !== 0)
    return problem('amount_cents', 'Use a multiple of 10 in this currency');
  return null;
}

/** Stripe takes these two currencies in hundredths, although they have no minor unit. */
const hundredthsAtStripe: ReadonlySet<string> = new Set(['ISK', 'UGX']);
const stripeFactorOf = (currency: string): number => (hundredthsAtStripe.has(currency.toUpperCase()) ? 100 : 1);

export const toStripeAmount = (amount: number, currency: string): number => amount * stripeFactorOf(currency);
export const fromStripeAmount = (amount: number, currency: string): number => amount / stripeFactorOf(currency);

/** A day, the most that Stripe allows. */
export const payWithinMs = dayMs - 5 * minuteMs;

/** How long slow play money takes. */
export const slowPaymentMs = 20 * secondMs;

/** When to read a payment again: soon at first, then hourly, for as long as it takes. */
export const pollMs = (looks: number): number => Math.min(minuteMs * 2 ** Math.min(looks, 10), hourMs);

/** What can be refunded: never more than the top-up added or the wallet has available. */
export const refundable = (amount: number, refunded: number, available: number): number =>
  Math.max(0, Math.min(amount - refunded, available));

/** The same refund has the same ID, so a restored database asks Stripe for it once. */
export const refundIdOf = (topUp: { id: string; refunded_cents: number }): string =>
  idFrom(createHash('sha256').update(`top-up-refund ${topUp.id} ${topUp.refunded_cents}`).digest());
