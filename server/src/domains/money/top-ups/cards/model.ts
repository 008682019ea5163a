import { createHash } from 'node:crypto';
import { dayMs, hourMs, minuteMs, plusMs } from '../../../../kit/clock.ts';
import { idFrom } from '../../../../kit/ids.ts';
import type { Moves } from '../../../../kit/moves.ts';

/** States of an order's card payment. `refused`: bought, but Stripe refuses the capture. The operator sees the debt. */
export const cardPaymentMoves = {
  authorizing: ['authorized', 'declined', 'capturing', 'releasing'],
  // A decline can be followed by another authorization, with its own number.
  declined: ['authorizing', 'capturing'],
  authorized: ['authorizing', 'capturing', 'releasing'],
  capturing: ['captured', 'refused'],
  releasing: ['released'],
  released: ['authorizing'],
  captured: [],
  refused: [],
} as const satisfies Moves<CardPaymentState>;

export type CardPaymentState =
  | 'authorizing'
  | 'authorized'
  | 'declined'
  | 'capturing'
  | 'captured'
  | 'refused'
  | 'releasing'
  | 'released';

/** Stripe's minimum. */
export const minCents = 50;

/** Authorizations without an order are released after this time, which is longer than any request takes. */
export const abandonAfterMs = 2 * minuteMs;

/** An authorization that lasts no longer is renewed before the purchase. */
const purchaseMarginMs = 30 * minuteMs;
/** A waiting authorization is renewed this long before it expires. */
const renewAheadMs = dayMs;
/** Pause after a bank declined a renewal. */
const renewAgainMs = 6 * hourMs;

export const isExpiring = (expiresAt: Date | null, now: Date): boolean =>
  expiresAt === null || expiresAt <= plusMs(now, purchaseMarginMs);

/** When to check an authorization again that is still needed. */
export function followAt(expiresAt: Date, now: Date): Date {
  const at = plusMs(expiresAt, -renewAheadMs);
  if (at > now) return at;
  const again = plusMs(now, renewAgainMs);
  return expiresAt > now && expiresAt < again ? expiresAt : again;
}

export const setupWithinMs = dayMs - 5 * minuteMs;

/** The refund's ID, the same after a restore. */
export const cardRefundId = (orderId: string, cause: string): string =>
  idFrom(createHash('sha256').update(`card-refund ${orderId} ${cause}`).digest());

interface TestCard {
  id: string;
  scenario: string;
  name: string;
  brand: string;
  last4: string;
  isSynchronousError: boolean;
  /** The bank's answer to the first authorization, and to renewals. */
  first: 'authorized' | 'expired' | 'declined';
  renewal: 'authorized' | 'declined';
}

/** The cards of every sandbox, named like Stripe's. The first is the default. */
export const testCards: readonly TestCard[] = [
  {
    id: 'pm_card_visa',
    scenario: 'card_success',
    name: 'Every charge succeeds',
    brand: 'visa',
    last4: '4242',
    isSynchronousError: false,
    first: 'authorized',
    renewal: 'authorized',
  },
  {
    id: 'pm_card_mastercard',
    scenario: 'authorization_renewed',
    name: 'The authorization expires before the purchase, and is renewed',
    brand: 'mastercard',
    last4: '4444',
    isSynchronousError: false,
    first: 'expired',
    renewal: 'authorized',
  },
  {
    id: 'pm_card_authorizationExpires',
    scenario: 'authorization_expired',
    name: 'The authorization expires before the purchase, and the bank declines a new one',
    brand: 'visa',
    last4: '3220',
    isSynchronousError: false,
    first: 'expired',
    renewal: 'declined',
  },
  {
    id: 'pm_card_chargeDeclined',
    scenario: 'card_declined',
    name: 'The bank declines the card',
    brand: 'visa',
    last4: '0002',
    isSynchronousError: true,
    first: 'declined',
    renewal: 'declined',
  },
];

/** Card scenarios for the list of test products. */
export const listTestCards = () =>
  testCards.map(({ id, scenario, name, isSynchronousError }) => ({ id, scenario, name, isSynchronousError }));
