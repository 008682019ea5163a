import { refundOrderRest } from '../domains/agent/index.ts';
import { noteReturn } from '../domains/cases/index.ts';
import type { OrderReader } from '../domains/orders/index.ts';
import { tellPeople } from '../domains/questions/index.ts';
import { followOrder, tellCustomer } from '../domains/tracking/index.ts';
import type { WebhookEvent } from '../domains/webhooks/index.ts';
import type { Clock } from '../kit/clock.ts';
import {
  announceCancellation,
  announceCase,
  announceOrder,
  announceReturn,
  type LegacyNews,
  wantsNews,
} from '../legacy/index.ts';
import { type Database, inTransaction } from '../platform/database/index.ts';
import { earlierTwin, type Job, type JobKind } from '../platform/queue/index.ts';

/** News travels upwards: each is written as a job in the transaction that made it true. */
interface News extends LegacyNews {
  type: string;
  actionId?: string;
}

interface Needs {
  database: Database;
  clock: Clock;
  read: OrderReader;
  publicUrl: string;
}

type Listener = (needs: Needs, news: News) => Promise<void>;

const follow: Listener = ({ database, clock }, { orderId }) => followOrder(database.db, orderId, clock.now());
const tell =
  (...events: WebhookEvent[]): Listener =>
  (needs, news) =>
    announceOrder(needs, news, events);
const tellCancellation =
  (event: WebhookEvent): Listener =>
  (needs, news) =>
    announceCancellation(needs, news, event);

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

const tellPeopleOf: Listener = ({ database, clock }, { actionId }) =>
  actionId === undefined ? Promise.resolve() : tellPeople(database.db, actionId, clock.now());

/** Who else reacts to what: the one table. Listeners may run twice, so each of them must not mind. */
const listeners: Record<string, Listener[]> = {
  'order.action_required': [tellPeopleOf],
  'order.placed': [follow, refund],
  'order.failed': [refund],
  'order.cancelled': [refund],
  'order.cancelled_by_retailer': [refund],
  'return.requested': [noteOnCase],
  'return.resolved': [noteOnCase, refund],
};

/** News that may be worth a mail to the person who gets the parcel. */
const stages = new Set(['order.placed', 'order.cancelled_by_retailer', 'tracking.obtained', 'tracking.updated']);

export function eventJobs(needs: Needs): Record<string, JobKind> {
  return {
    events: {
      concurrency: 20,
      maxAttempts: 1000,
      async run(job, control) {
        const news: News = { ...(job.payload as Omit<News, 'name'>), name: `news ${job.id}` };
        const teller = tellers[news.type];
        const order = await needs.read(news.orderId);
        if (teller && wantsNews(order, news)) {
          const turn = await turnOf(needs, job, news);
          if (turn) return control.rescheduleAt(needs.database.db, turn);
          await teller(needs, news);
        }
        for (const listener of listeners[news.type] ?? []) await listener(needs, news);
        if (order && stages.has(news.type)) await tellCustomer(needs, order);
      },
    },
  };
}

/** When to come back because earlier news of the same order are not told yet; null when it is this one's turn. */
async function turnOf({ database, clock }: Needs, job: Job, { orderId }: News): Promise<Date | null> {
  const earlier = await earlierTwin(database.db, job, { field: 'orderId', value: orderId });
  if (!earlier) return null;
  const now = clock.now();
  return earlier.runAt > now ? earlier.runAt : now;
}
