import { type Clock, dayMs, plusMs } from '../../../../kit/clock.ts';
import { testCards } from './model.ts';
import type { CardPaymentRow } from './sql.ts';

/** The state of an authorization at Stripe and the bank. */
export type Authorization =
  | { kind: 'authorized'; reference: string; expiresAt: Date }
  | { kind: 'declined'; reason: string }
  /** Only a restored database asks about a captured one. */
  | { kind: 'captured'; reference: string; cents: number }
  /** Canceled or expired, so nothing can be captured. */
  | { kind: 'gone'; reference: string; answer: string };

export type CaptureResult = { kind: 'captured'; cents: number } | { kind: 'refused'; answer: string };

export type CardRefundResult =
  | { kind: 'completed' }
  | { kind: 'processing'; answer: string }
  | { kind: 'failed'; answer: string };

/** Refunds of a charge so far. `failed` counts attempts that did not reach the card. */
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

/** Moves money on cards. Every call can be repeated: the order's ID and the number identify it. */
export interface CardGateway {
  authorize(asked: Asked): Promise<Authorization>;
  /** The authorization with this number, or the newest current one if null; null if there is none. */
  find(asked: Omit<Asked, 'number'> & { number: number | null }): Promise<(Authorization & { number: number }) | null>;
  read(payment: CardPaymentRow): Promise<Authorization>;
  capture(payment: CardPaymentRow, cents: number): Promise<CaptureResult>;
  /** Cancels the authorization, or reports that it was captured. */
  cancel(asked: Pick<CardPaymentRow, 'order_id'> & { number: number; reference: string }): Promise<Authorization>;
  refundsOf(payment: CardPaymentRow): Promise<RefundsSoFar>;
  refund(payment: CardPaymentRow, cents: number, before: RefundsSoFar): Promise<CardRefundResult>;
}

const testAuthorizationMs = 7 * dayMs;

/** Sandbox banks: the card's name decides what they do. Our own rows are their memory. */
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
