import { refundOrderRest } from '../domains/agent/index.ts';
import { noteReturn } from '../domains/cases/index.ts';
import type { OrderReader } from '../domains/orders/index.ts';
import { followOrder, tellCustomer } from '../domains/tracking/index.ts';
import type { WebhookEvent } from '../domains/webhooks/index.ts';
import type { Clock } from '../kit/clock.ts';
import {
  announceCancellation,
  announceCase,
  announceOrder,
  announceReturn,
  type LegacyEvent,
  wantsEvent,
} from '../legacy/index.ts';
import { type Database, inTransaction } from '../platform/database/index.ts';
import { earlierJobOf, type Job, type JobKind } from '../platform/queue/index.ts';

/** Events travel upwards: each is written as a job in the transaction that made it true. */
interface AppEvent extends LegacyEvent {
  type: string;
}

interface Needs {
  database: Database;
  clock: Clock;
  read: OrderReader;
  publicUrl: string;
}

type Listener = (needs: Needs, event: AppEvent) => Promise<void>;

const follow: Listener = ({ database, clock }, { orderId }) => followOrder(database.db, orderId, clock.now());
const tell =
  (...webhooks: WebhookEvent[]): Listener =>
  (needs, event) =>
    announceOrder(needs, event, webhooks);
const tellCancellation =
  (webhook: WebhookEvent): Listener =>
  (needs, event) =>
    announceCancellation(needs, event, webhook);

const noteOnCase: Listener = ({ database, clock }, { orderId, returnId = '' }) =>
  inTransaction(database.db, (tx) => noteReturn({ tx, clock }, orderId, returnId));

/** Who wants to hear of it through webhooks. Each order's are told in the order in which they came true. */
const tellers: Record<string, Listener> = {
  'order.started': tell('status_updated'),
  'order.waiting': tell('status_updated'),
  'order.placed': tell('request_succeeded', 'status_updated'),
  'order.failed': tell('request_failed', 'status_updated'),
  'order.cancelled': tell('request_failed', 'status_updated'),
  'order.cancelled_by_retailer': tell('status_updated'),
  'tracking.obtained': tell('tracking_obtained'),
  'tracking.updated': tell('tracking_updated'),
  'case.updated': announceCase,
  'return.resolved': announceReturn,
  'cancellation.succeeded': tellCancellation('request_succeeded'),
  'cancellation.failed': tellCancellation('request_failed'),
};

/** What an agent paid and the order does not need goes back. */
const refund: Listener = ({ database, clock }, { orderId }) => refundOrderRest({ database, clock }, orderId);

/** Who else reacts to what: the one table. Listeners may run twice, so each of them must not mind. */
const listeners: Record<string, Listener[]> = {
  'order.placed': [follow, refund],
  'order.failed': [refund],
  'order.cancelled': [refund],
  'order.cancelled_by_retailer': [refund],
  'return.requested': [noteOnCase],
  'return.resolved': [noteOnCase, refund],
};

/** Events that may be worth a mail to the person who gets the parcel. */
const stages = new Set(['order.placed', 'order.cancelled_by_retailer', 'tracking.obtained', 'tracking.updated']);

export function eventJobs(needs: Needs): Record<string, JobKind> {
  return {
    events: {
      concurrency: 20,
      maxAttempts: 1000,
      async run(job, control) {
        // The name is stored with what the event caused, so it keeps its old form.
        const event: AppEvent = { ...(job.payload as Omit<AppEvent, 'name'>), name: `news ${job.id}` };
        const teller = tellers[event.type];
        const order = await needs.read(event.orderId);
        if (teller && wantsEvent(order, event)) {
          const turn = await turnOf(needs, job, event);
          if (turn) return control.rescheduleAt(needs.database.db, turn);
          await teller(needs, event);
        }
        for (const listener of listeners[event.type] ?? []) await listener(needs, event);
        if (order && stages.has(event.type)) await tellCustomer(needs, order);
      },
    },
  };
}

/** When to come back because earlier events of the same order are not told yet; null when it is this one's turn. */
async function turnOf({ database, clock }: Needs, job: Job, { orderId }: AppEvent): Promise<Date | null> {
  const earlier = await earlierJobOf(database.db, job, { field: 'orderId', value: orderId });
  if (!earlier) return null;
  const now = clock.now();
  return earlier.runAt > now ? earlier.runAt : now;
}
