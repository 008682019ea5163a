import { hourMs, minuteMs } from '../../../../kit/clock.ts';
import type { JobHandlers } from '../../../../platform/queue/index.ts';
import type { followKind, settleKind, voidKind } from './authorize-order.ts';
import type { CardNeeds } from './needs.ts';
import { recoverCardPayments, type recoverCardsKind } from './recover-card-payments.ts';
import { payCardRefunds } from './refund-payer.ts';
import { followAuthorization } from './renew-authorization.ts';
import { type refundKind, settlePayment, voidAuthorization } from './settle-payment.ts';

declare module '../../../platform/queue/kinds.ts' {
  interface JobPayloads {
    'cards.follow': { orderId: string };
    'cards.settle': { orderId: string };
    'cards.void': { orderId: string; number: number };
    'cards.refund': { orderId: string };
    'cards.detach': { cardId: string };
    'cards.recover': { since: string };
  }
}

type Kinds =
  | typeof followKind
  | typeof settleKind
  | typeof voidKind
  | typeof refundKind
  | typeof recoverCardsKind
  | 'cards.detach';

/** Retries until the money is final, however long Stripe is down. */
const settings = {
  concurrency: 10,
  leaseMs: 2 * minuteMs,
  maxAttempts: 1_000_000,
  backoffMs: (attempt: number) => Math.min(1000 * 2 ** Math.min(attempt, 12), hourMs),
};

interface JobNeeds extends CardNeeds {
  /** Fails an order whose card is no longer authorized, unless it may have been bought. */
  failUncovered(orderId: string, reason: string): Promise<void>;
}

export function cardJobs(needs: JobNeeds): Pick<JobHandlers, Kinds> {
  return {
    'cards.follow': { ...settings, run: (job, control) => followAuthorization(needs, job.payload.orderId, control) },
    'cards.settle': { ...settings, run: (job, control) => settlePayment(needs, job.payload.orderId, control) },
    'cards.void': { ...settings, run: ({ payload }) => voidAuthorization(needs, payload.orderId, payload.number) },
    'cards.refund': { ...settings, run: (job, control) => payCardRefunds(needs, job.payload.orderId, control) },
    'cards.detach': { ...settings, run: async (job) => needs.stripe?.detach(job.payload.cardId) },
    'cards.recover': {
      ...settings,
      concurrency: 1,
      leaseMs: 10 * minuteMs,
      run: (job) => recoverCardPayments(needs, new Date(job.payload.since)),
    },
  };
}
