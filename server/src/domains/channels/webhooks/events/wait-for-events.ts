import type { Database } from '../../../../platform/database/index.ts';
import type { Logger } from '../../../../platform/logger.ts';
import { createSharedWait } from '../../../../platform/shared-wait.ts';
import { type EventRow, latestSeqs, listEvents } from '../sql-events.ts';

type Filter = Parameters<typeof listEvents>[1];

interface Waiting extends Pick<Filter, 'accountId' | 'world'> {
  /** Number of the last event that was checked. */
  afterSeq: number;
}

interface WaitLimits {
  waitMs: number;
  signal: AbortSignal;
  rest(wait: () => Promise<void>): Promise<void>;
}

/** Lists events, or waits for the first one. */
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
    /** `rest` marks a request as waiting, so that it does not count as running. */
    async list(filter: Filter, limit: number, { waitMs, signal, rest }: WaitLimits): Promise<EventRow[]> {
      const until = performance.now() + waitMs;
      const { accountId, world, afterSeq } = filter;
      const one: Waiting = { accountId, world, afterSeq };
      for (;;) {
        const rows = await listEvents(database.db, filter, limit);
        const left = until - performance.now();
        if (rows.length > 0 || left <= 0 || shared.isClosed || signal.aborted) return rows;
        // An event that the filter excludes restarts the wait after it.
        await rest(() => shared.wait(one, left, signal));
      }
    },
    get isClosed() {
      return shared.isClosed;
    },
    /** Ends all waits. */
    close: shared.close,
  };
}

export type EventWaiter = ReturnType<typeof createEventWaiter>;
