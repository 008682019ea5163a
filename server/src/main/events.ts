import { noteReturn } from '../domains/cases/index.ts';
import { followOrder } from '../domains/tracking/index.ts';
import type { Clock } from '../kit/clock.ts';
import { type Database, inTransaction } from '../platform/database/index.ts';
import type { JobKind } from '../platform/queue/index.ts';

/** News travels upwards: each is written as a job in the transaction that made it true. */
interface News {
  type: string;
  orderId: string;
  returnId?: string;
}

interface Needs {
  database: Database;
  clock: Clock;
}

type Listener = (needs: Needs, news: News) => Promise<void>;

const follow: Listener = ({ database, clock }, { orderId }) => followOrder(database.db, orderId, clock.now());

const noteOnCase: Listener = ({ database, clock }, { orderId, returnId = '' }) =>
  inTransaction(database.db, (tx) => noteReturn({ tx, clock }, orderId, returnId));

/** Who reacts to what: the one table. Listeners may run twice, so each of them must not mind. */
const listeners: Record<string, Listener[]> = {
  'order.placed': [follow],
  'return.requested': [noteOnCase],
  'return.resolved': [noteOnCase],
};

export function eventJobs(needs: Needs): Record<string, JobKind> {
  return {
    events: {
      concurrency: 20,
      maxAttempts: 1000,
      async run(job) {
        const news = job.payload as News;
        for (const listener of listeners[news.type] ?? []) await listener(needs, news);
      },
    },
  };
}
