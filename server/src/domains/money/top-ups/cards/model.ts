import { createHash } from 'node:crypto';
import { dayMs, hourMs, minuteMs, plusMs } from '../../../../kit/clock.ts';
import { idFrom } from '../../../../kit/ids.ts';
import type { Moves } from '../../../../kit/moves.ts';

/** The state of an order's card payment. `refused`: bought, and Stripe does not capture; the operator sees the debt. */
export const cardPaymentMoves = {
  authorizing: ['authorized', 'declined', 'capturing', 'releasing'],
  // It may be authorized anew after a decline, under a number of its own.
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

/** Stripe authorizes no less than half a dollar. */
export const minCents = 50;

/** What was authorized and belongs to no order by then is released: longer than a request may take. */
export const abandonAfterMs = 2 * minuteMs;

/** An authorization that lasts no longer than this is renewed before anything is bought. */
const purchaseMarginMs = 30 * minuteMs;
/** One that waits for its purchase is renewed this long before it expires. */
const renewAheadMs = dayMs;
/** How long a bank that declined a new authorization is left alone. */
const renewAgainMs = 6 * hourMs;

export const isExpiring = (expiresAt: Date | null, now: Date): boolean =>
  expiresAt === null || expiresAt <= plusMs(now, purchaseMarginMs);

/** When an authorization that is still needed is looked at again. */
export function followAt(expiresAt: Date, now: Date): Date {
  const at = plusMs(expiresAt, -renewAheadMs);
  if (at > now) return at;
  const again = plusMs(now, renewAgainMs);
  return expiresAt > now && expiresAt < again ? expiresAt : again;
}

/** A page to save a card on is good for a day. */
export const setupWithinMs = dayMs - 5 * minuteMs;

/** The refund of one cause: a restored database comes to the same id. */
export const cardRefundId = (orderId: string, cause: string): string =>
  idFrom(createHash('sha256').update(`card-refund ${orderId} ${cause}`).digest());

interface TestCard {
  id: string;
  /** What orders with it show. */
  scenario: string;
  name: string;
  brand: string;
  last4: string;
  isSynchronousError: boolean;
  /** What the bank says to the first authorization, and to each renewal. */
  first: 'authorized' | 'expired' | 'declined';
  renewal: 'authorized' | 'declined';
}

/** The cards that every sandbox has, named as Stripe names its own. The first is the default. */
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

/** The card scenarios, as the list of test products shows them. */
export const listTestCards = () =>
  testCards.map(({ id, scenario, name, isSynchronousError }) => ({ id, scenario, name, isSynchronousError }));
