import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../platform/database/index.ts';
import { type EventRow, listEvents } from '../webhooks/index.ts';

const lookEveryMs = 500;
/** Callers of one process that may wait at once; one more is answered without waiting. */
const waitersMost = 200;

type Filter = Parameters<typeof listEvents>[1];

/** Lists events, and waits for the first one where there is none yet. */
export function createEventWaiter({ db }: { db: Db }) {
  const closing = new AbortController();
  let waiters = 0;

  async function wait(filter: Filter, limit: number, seconds: number, isGone: () => boolean): Promise<EventRow[]> {
    const until = performance.now() + seconds * 1000;
    for (;;) {
      const rows = await listEvents(db, filter, limit);
      const left = until - performance.now();
      if (rows.length > 0 || left <= 0 || closing.signal.aborted || isGone()) return rows;
      await pause(Math.min(lookEveryMs, left), undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  return {
    async list(filter: Filter, limit: number, seconds: number, isGone: () => boolean): Promise<EventRow[]> {
      if (waiters >= waitersMost) return listEvents(db, filter, limit);
      waiters += 1;
      try {
        return await wait(filter, limit, seconds, isGone);
      } finally {
        waiters -= 1;
      }
    },
    /** Everybody who waits is answered now. */
    close: () => closing.abort(),
  };
}

export type EventWaiter = ReturnType<typeof createEventWaiter>;
