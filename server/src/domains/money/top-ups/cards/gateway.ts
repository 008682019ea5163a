import { type Clock, dayMs, plusMs } from '../../../../kit/clock.ts';
import { testCards } from './model.ts';
import type { CardPaymentRow } from './sql.ts';

/** What the bank and Stripe say of an authorization. */
export type Authorization =
  | { kind: 'authorized'; reference: string; expiresAt: Date }
  | { kind: 'declined'; reason: string }
  /** It was captured; only a database that was restored asks again. */
  | { kind: 'captured'; reference: string; cents: number }
  /** Canceled or expired: nothing can be captured of it. */
  | { kind: 'gone'; reference: string; answer: string };

export type CaptureResult = { kind: 'captured'; cents: number } | { kind: 'refused'; answer: string };

export type CardRefundResult =
  | { kind: 'completed' }
  | { kind: 'processing'; answer: string }
  | { kind: 'failed'; answer: string };

/** What was refunded of a charge so far; `failed` counts attempts that did not reach the card. */
export interface RefundsSoFar {
  cents: number;
  failed: number;
}

export type Asked = Pick<
  CardPaymentRow,
  'order_id' | 'account_id' | 'card_id' | 'customer' | 'amount_cents' | 'claimed_at'
> & { number: number };

/** A card that was saved on a page. */
export interface SavedCard {
  id: string;
  customer: string | null;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

/** Who moves money on cards. Every call may be repeated: the order's id and the number make it the same call. */
export interface CardGateway {
  authorize(asked: Asked): Promise<Authorization>;
  /** The authorization of this number, or with null the newest that counts; null when there is none. */
  find(asked: Omit<Asked, 'number'> & { number: number | null }): Promise<(Authorization & { number: number }) | null>;
  read(payment: CardPaymentRow): Promise<Authorization>;
  capture(payment: CardPaymentRow, cents: number): Promise<CaptureResult>;
  /** Gives the authorization up; tells where it was captured instead. */
  cancel(asked: Pick<CardPaymentRow, 'order_id'> & { number: number; reference: string }): Promise<Authorization>;
  refundsOf(payment: CardPaymentRow): Promise<RefundsSoFar>;
  refund(payment: CardPaymentRow, cents: number, before: RefundsSoFar): Promise<CardRefundResult>;
}

const testAuthorizationMs = 7 * dayMs;

/** Banks of the sandbox: the name of the card says what they do. What they know is in our own rows. */
export function createTestGateway(clock: Clock): CardGateway {
  const referenceOf = ({ order_id: orderId, number }: { order_id: string; number: number }) =>
    `pi_test_${orderId.replaceAll('-', '')}_${number}`;
  return {
    async authorize(asked) {
      const card = testCards.find(({ id }) => id === asked.card_id);
      const outcome = asked.number === 1 ? card?.first : card?.renewal;
      if (outcome === undefined || outcome === 'declined') {
        return { kind: 'declined', reason: 'Your card was declined' };
      }
      const now = clock.now();
      const expiresAt = outcome === 'expired' ? now : plusMs(now, testAuthorizationMs);
      return { kind: 'authorized', reference: referenceOf(asked), expiresAt };
    },
    find: async () => null,
    async read({ reference, expires_at: expiresAt }) {
      if (reference === null || expiresAt === null) return { kind: 'gone', reference: '', answer: 'Never authorized' };
      return { kind: 'authorized', reference, expiresAt };
    },
    capture: async (_payment, cents) => ({ kind: 'captured', cents }),
    cancel: async ({ reference }) => ({ kind: 'gone', reference, answer: 'Canceled' }),
    refundsOf: async ({ refunded_cents: cents }) => ({ cents, failed: 0 }),
    refund: async () => ({ kind: 'completed' }),
  };
}
