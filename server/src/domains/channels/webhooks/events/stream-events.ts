import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { type Clock, plusMs, secondMs } from '../../../../kit/clock.ts';
import { isUuid } from '../../../../kit/ids.ts';
import type { Database } from '../../../../platform/database/index.ts';
import { type App, waitWithoutCounting } from '../../../../platform/http/index.ts';
import { type Guard, personOf, tooManyRequests } from '../../../access/accounts/index.ts';
import { type EventRow, findEvent, findLastSeqBefore } from '../sql-events.ts';
import type { EventWaiter } from './wait-for-events.ts';

interface Needs {
  database: Database;
  clock: Clock;
  guard: Guard;
  waiter: EventWaiter;
}

/** A browser needs one; a few more are for private windows and for tabs of browsers that cannot share. */
const streamsPerPerson = 8;
/** So often a silent stream says that it lives, and looks whether its reader is still signed in. */
const heartbeatMs = 5 * secondMs;
/** A page reads its data before its stream begins: what happened meanwhile is told to it as well. */
const overlapMs = 10 * secondMs;
const batchSize = 100;

/**
 * Tells the pages of a signed-in person what happens on their account and mode, as server-sent events. Each notice names
 * the object, and the page reads it as ever: roles decide there what is shown.
 */
export function streamRoute(app: App, needs: Needs): void {
  const openByPerson = new Map<string, number>();
  app.get('/events/stream', { onRequest: needs.guard.person, schema: { hide: true } }, (request, reply) => {
    const { id } = personOf(request);
    const open = openByPerson.get(id) ?? 0;
    if (open >= streamsPerPerson) {
      throw tooManyRequests(streamsPerPerson, 30, plusMs(needs.clock.now(), 30 * secondMs));
    }
    openByPerson.set(id, open + 1);
    const gone = new AbortController();
    reply.raw.once('close', () => {
      gone.abort();
      const left = (openByPerson.get(id) ?? 1) - 1;
      if (left > 0) openByPerson.set(id, left);
      else openByPerson.delete(id);
    });
    // A proxy that buffers would hold notices back.
    reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no');
    return reply.type('text/event-stream').send(Readable.from(notices(needs, request, gone.signal)));
  });
}

/** Nothing is read ahead of a slow reader: the next notices are looked up once these were taken. */
async function* notices(needs: Needs, request: FastifyRequest, signal: AbortSignal): AsyncGenerator<string> {
  const { database, clock, guard, waiter } = needs;
  const { accountId, world } = personOf(request);
  const owner = { accountId, world };
  const lastId = request.headers['last-event-id'];
  const last = typeof lastId === 'string' && isUuid(lastId) ? await findEvent(database.db, owner, lastId) : null;
  let afterSeq = last?.seq ?? (await findLastSeqBefore(database.db, owner, plusMs(clock.now(), -overlapMs)));
  // What came after an event that is not known any more cannot be told: the page reads everything again.
  yield lastId !== undefined && !last ? 'event: reset\ndata: {}\n\n' : ': open\n\n';
  while (!signal.aborted && !waiter.isClosed) {
    const rows = await waiter.list({ ...owner, afterSeq }, batchSize, {
      waitMs: heartbeatMs,
      signal,
      rest: (wait) => waitWithoutCounting(request, wait),
    });
    if (!(await guard.isStillSignedIn(request))) return yield 'event: signed_out\ndata: {}\n\n';
    yield rows.length === 0 ? ': alive\n\n' : rows.map(noticeOf).join('');
    afterSeq = rows.at(-1)?.seq ?? afterSeq;
  }
}

const noticeOf = ({ id, type, order_id, subject_kind, subject_id }: EventRow): string => {
  const data = { type, order_id, subject: { type: subject_kind, id: subject_id } };
  return `id: ${id}\nevent: notice\ndata: ${JSON.stringify(data)}\n\n`;
};
