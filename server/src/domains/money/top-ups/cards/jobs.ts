import { minuteMs } from '../../../../kit/clock.ts';
import type { JobHandlers } from '../../../../platform/queue/index.ts';
import { followJobSettings } from '../jobs.ts';
import type { followKind, settleKind, voidKind } from './authorize-order.ts';
import type { CardNeeds } from './needs.ts';
import { recoverCardPayments, type recoverCardsKind } from './recover-card-payments.ts';
import { payCardRefunds } from './refund-payer.ts';
import { followAuthorization } from './renew-authorization.ts';
import { type refundKind, settlePayment, voidAuthorization } from './settle-payment.ts';

declare module '../../../../platform/queue/kinds.ts' {
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

interface JobNeeds extends CardNeeds {
  /** Fails an order whose card is no longer authorized, unless it may have been bought. */
  failUncovered(orderId: string, reason: string): Promise<void>;
}

export function cardJobs(needs: JobNeeds): Pick<JobHandlers, Kinds> {
  return {
    'cards.follow': {
      ...followJobSettings,
      run: (job, control) => followAuthorization(needs, job.payload.orderId, control),
    },
    'cards.settle': { ...followJobSettings, run: (job, control) => settlePayment(needs, job.payload.orderId, control) },
    'cards.void': {
      ...followJobSettings,
      run: ({ payload }) => voidAuthorization(needs, payload.orderId, payload.number),
    },
    'cards.refund': {
      ...followJobSettings,
      run: (job, control) => payCardRefunds(needs, job.payload.orderId, control),
    },
    'cards.detach': { ...followJobSettings, run: async (job) => needs.stripe?.detach(job.payload.cardId) },
    'cards.recover': {
      ...followJobSettings,
      concurrency: 1,
      leaseMs: 10 * minuteMs,
      run: (job) => recoverCardPayments(needs, new Date(job.payload.since)),
    },
  };
}
