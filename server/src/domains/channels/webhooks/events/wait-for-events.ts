import type { Database } from '../../../../platform/database/index.ts';
import type { Logger } from '../../../../platform/logger.ts';
import { createSharedWait } from '../../../../platform/shared-wait.ts';
import { type EventRow, latestSeqs, listEvents } from '../sql-events.ts';

type Filter = Parameters<typeof listEvents>[1];

interface Waiting extends Pick<Filter, 'accountId' | 'world'> {
  /** The number of the account's last event that was looked at. */
  afterSeq: number;
}

interface WaitLimits {
  waitMs: number;
  signal: AbortSignal;
  rest(wait: () => Promise<void>): Promise<void>;
}

/** Lists events, and waits for the first one where there is none yet. */
export function createEventWaiter({ database, logger }: { database: Database; logger: Logger }) {
  const shared = createSharedWait<Waiting>({
    name: 'events',
    logger,
    async check(asked) {
      const seqs = await latestSeqs(database, asked);
      return asked.filter((one, index) => {
        const isNew = (seqs[index] ?? 0) > one.afterSeq;
        if (isNew) one.afterSeq = seqs[index] ?? 0;
        return isNew;
      });
    },
  });

  return {
    /** `rest` says to the door that a request waits and takes no work meanwhile. */
    async list(filter: Filter, limit: number, { waitMs, signal, rest }: WaitLimits): Promise<EventRow[]> {
      const until = performance.now() + waitMs;
      const { accountId, world, afterSeq } = filter;
      const one: Waiting = { accountId, world, afterSeq };
      for (;;) {
        const rows = await listEvents(database.db, filter, limit);
        const left = until - performance.now();
        if (rows.length > 0 || left <= 0 || shared.isClosed || signal.aborted) return rows;
        // An event that the filter leaves out ends this wait and begins the next one, behind that event.
        await rest(() => shared.wait(one, left, signal));
      }
    },
    get isClosed() {
      return shared.isClosed;
    },
    /** Everybody who waits is answered now. */
    close: shared.close,
  };
}

export type EventWaiter = ReturnType<typeof createEventWaiter>;
