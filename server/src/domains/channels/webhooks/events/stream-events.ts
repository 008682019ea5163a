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

/** One per browser, plus some for private windows and browsers that cannot share a connection. */
const streamsPerPerson = 8;
/** Interval of keep-alives, and of checks that the reader is still signed in. */
const heartbeatMs = 5 * secondMs;
/** A page reads its data before the stream starts, so events since then are sent too. */
const overlapMs = 10 * secondMs;
const batchSize = 100;

/**
 * Sends events of the account and mode to the pages of a signed-in person (server-sent events). An event only names
 * its object; the page reads it, so roles apply. Operators also get the kinds of objects that change in any account, and
 * `operator` when one of them acts.
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
    // Proxies must not buffer.
    reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no');
    return reply.type('text/event-stream').send(Readable.from(notices(needs, request, gone.signal)));
  });
}

/** Reads the next events only after the reader took these. */
async function* notices(needs: Needs, request: FastifyRequest, signal: AbortSignal): AsyncGenerator<string> {
  const { database, clock, guard, waiter } = needs;
  const { accountId, world, isOperator } = personOf(request);
  const owner = { accountId, world };
  const lastId = request.headers['last-event-id'];
  const last = typeof lastId === 'string' && isUuid(lastId) ? await findEvent(database.db, owner, lastId) : null;
  let afterSeq = last?.seq ?? (await findLastSeqBefore(database.db, owner, plusMs(clock.now(), -overlapMs)));
  // After an unknown event, the page has to reload everything.
  yield lastId !== undefined && !last ? 'event: reset\ndata: {}\n\n' : ': open\n\n';
  const waitForAny = isOperator ? waiter.watchAll() : null;
  const rest = (wait: () => Promise<void>) => waitWithoutCounting(request, wait);
  let isBehind = false;
  while (!signal.aborted && !waiter.isClosed) {
    const changed = waitForAny ? await waitForAny({ waitMs: isBehind ? 0 : heartbeatMs, signal, rest }) : [];
    // An operator's own events are among those of all accounts, and were waited for already.
    const waitMs = waitForAny ? 0 : heartbeatMs;
    const rows = await waiter.list({ ...owner, afterSeq }, batchSize, { waitMs, signal, rest });
    isBehind = rows.length === batchSize;
    if (!(await guard.isStillSignedIn(request))) return yield 'event: signed_out\ndata: {}\n\n';
    yield [...rows.map(noticeOf), ...operatorNoticeOf(changed)].join('') || ': alive\n\n';
    afterSeq = rows.at(-1)?.seq ?? afterSeq;
  }
}

const noticeOf = ({ id, type, order_id, subject_kind, subject_id }: EventRow): string => {
  const data = { type, order_id, subject: { type: subject_kind, id: subject_id } };
  return `id: ${id}\nevent: notice\ndata: ${JSON.stringify(data)}\n\n`;
};

const operatorNoticeOf = (subjects: readonly string[]): string[] =>
  subjects.length === 0 ? [] : [`event: operator\ndata: ${JSON.stringify({ subjects })}\n\n`];
