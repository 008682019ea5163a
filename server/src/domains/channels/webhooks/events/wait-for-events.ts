import { eventTypes } from '../../../../events/index.ts';
import type { Database } from '../../../../platform/database/index.ts';
import type { Logger } from '../../../../platform/logger.ts';
import { createSharedWait } from '../../../../platform/shared-wait.ts';
import { type EventRow, latestSeqs, listEvents, listNewestEvents } from '../sql-events.ts';

type Filter = Parameters<typeof listEvents>[1];

interface Waiting extends Pick<Filter, 'accountId' | 'world'> {
  /** Number of the last event that was checked. */
  afterSeq: number;
}

/** A kind of object, or `operator`: an operator changed something. */
type WatchedKind = EventRow['subject_kind'] | 'operator';

/** What a reader has seen of the events of all accounts and of the audit log. */
interface Watcher {
  seen: ReadonlySet<number>;
  seenActions: ReadonlySet<number>;
  /** What changed and was not returned yet. */
  changed: Set<WatchedKind>;
}

/** More new events than this between two checks count as a change of everything. */
const watchedMost = 100;
const allSubjects = [...new Set(Object.values(eventTypes).map(({ subject }) => subject))];

interface WaitLimits {
  waitMs: number;
  signal: AbortSignal;
  rest(wait: () => Promise<void>): Promise<void>;
}

interface Needs {
  database: Database;
  logger: Logger;
  /** The newest entries of the audit log. */
  listActionIds(limit: number): Promise<readonly number[]>;
}

/** Lists events, or waits for the first one. */
export function createEventWaiter({ database, logger, listActionIds }: Needs) {
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

  const everyone = createSharedWait<Watcher>({
    name: 'events for all accounts',
    logger,
    async check(asked) {
      const [newest, actions] = await Promise.all([
        listNewestEvents(database.db, watchedMost),
        listActionIds(watchedMost),
      ]);
      const seen = new Set(newest.map(({ seq }) => seq));
      const seenActions = new Set(actions);
      return asked.filter((one) => {
        const fresh = newest.filter(({ seq }) => !one.seen.has(seq));
        const kinds = fresh.length === watchedMost ? allSubjects : fresh.map((row) => row.subject_kind);
        const hasActed = actions.some((id) => !one.seenActions.has(id));
        one.seen = seen;
        one.seenActions = seenActions;
        for (const kind of kinds) one.changed.add(kind);
        if (hasActed) one.changed.add('operator');
        return hasActed || fresh.length > 0;
      });
    },
  });

  return {
    /**
     * For operators only: waits until something happens in any account or an operator acts, and returns what kinds of
     * objects changed. The first wait returns those of the newest events.
     */
    watchAll() {
      const one: Watcher = { seen: new Set(), seenActions: new Set(), changed: new Set() };
      return async ({ waitMs, signal, rest }: WaitLimits): Promise<WatchedKind[]> => {
        // A check that ended after the last wait may have found some.
        if (one.changed.size === 0) await rest(() => everyone.wait(one, waitMs, signal));
        const changed = [...one.changed];
        one.changed.clear();
        return changed;
      };
    },
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
    close() {
      shared.close();
      everyone.close();
    },
  };
}

export type EventWaiter = ReturnType<typeof createEventWaiter>;
