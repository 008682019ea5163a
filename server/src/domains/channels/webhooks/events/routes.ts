import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { type Clock, dayMs, plusMs, secondMs } from '../../../../kit/clock.ts';
import { Invalid, notFound } from '../../../../kit/failure.ts';
import { shortListMax, writeList } from '../../../../kit/write-in-pieces.ts';
import { type Database, lastSeqBeforeRestore } from '../../../../platform/database/index.ts';
import { type App, optionalBody, sendInPieces, waitWithoutCounting } from '../../../../platform/http/index.ts';
import { type Caller, createRouter, type Guard } from '../../../access/accounts/index.ts';
import { presentDelivery } from '../present.ts';
import { listDeliveries } from '../sql-deliveries.ts';
import { findEvent, findLastEvent } from '../sql-events.ts';
import { presentEvent } from './compose-event.ts';
import { resendEvent } from './resend-event.ts';
import { EventList, EventQuery, EventWithDeliveries, ResendBody, Resent } from './schema.ts';
import { streamRoute } from './stream-events.ts';
import type { EventWaiter } from './wait-for-events.ts';

interface Needs {
  database: Database;
  clock: Clock;
  guard: Guard;
  waiter: EventWaiter;
}

const deliveriesMax = 100;

/** How long events are kept. */
const retentionMs = 30 * dayMs;

export function eventRoutes(app: App, needs: Needs): void {
  streamRoute(app, needs);
  const router = createRouter(app, needs.guard, 'Webhooks');
  const { database } = needs;
  router.get('/events', {
    auth: 'key',
    operationId: 'listEvents',
    summary: 'List events',
    description:
      'Events from the last 30 days, oldest first. Your webhook endpoints get the same events. Continue with `after` set to `next_cursor`. With `wait_seconds`, the request waits for the next event.',
    query: EventQuery,
    response: { 200: EventList },
    async handler(request, reply) {
      const { page, rest } = await list(needs, request, reply.raw);
      if (page.length <= shortListMax) return { events: page.map(presentEvent), ...rest };
      return sendInPieces(reply, writeList('events', page, presentEvent, rest));
    },
  });

  router.get('/events/:event_id', {
    auth: 'key',
    operationId: 'getEvent',
    summary: 'Get an event',
    description: 'Returns one event from the last 30 days, as it was sent to your endpoints, with its deliveries.',
    response: { 200: EventWithDeliveries },
    async handler({ caller, params }) {
      const row = await findEvent(database.db, caller, params.event_id);
      if (!row) throw notFound();
      const filter = { accountId: caller.accountId, world: caller.world, eventId: row.id };
      const { rows } = await listDeliveries(database.db, filter, { limit: deliveriesMax, offset: 0 });
      return { ...presentEvent(row), deliveries: rows.map(presentDelivery) };
    },
  });

  router.post('/events/:event_id/resend', {
    auth: 'manage',
    operationId: 'resendEvent',
    summary: 'Resend an event',
    description:
      'Sends the event to every active endpoint that subscribes to its type, or to one endpoint. An endpoint that already received it gets the same ID and body.',
    body: optionalBody(ResendBody),
    response: { 202: Resent },
    async handler({ caller, params, body }) {
      const endpointId = body?.endpoint_id;
      const which = { id: params.event_id, ...(endpointId === undefined ? {} : { endpointId }) };
      const { event, deliveries } = await resendEvent({ database, clock: needs.clock }, caller, which);
      return { event: presentEvent(event), deliveries: deliveries.map(presentDelivery) };
    },
  });
}

interface ListRequest extends FastifyRequest {
  caller: Caller;
  query: Static<typeof EventQuery>;
}

async function list({ database, clock, guard, waiter }: Needs, request: ListRequest, response: ServerResponse) {
  const { accountId, world } = request.caller;
  const { limit, type, order_id: orderId, after, wait_seconds: seconds = 0 } = request.query;
  const owner = { accountId, world };
  const isAtEnd = after === 'latest';
  const seen = isAtEnd
    ? await findLastEvent(database.db, owner)
    : after
      ? await findEvent(database.db, owner, after)
      : null;
  const isUnknown = after !== undefined && !isAtEnd && !seen;
  // The event may have been lost in a restore; everything since then comes after it.
  const lostAfter = isUnknown ? await lastSeqBeforeRestore(database.db, plusMs(clock.now(), -retentionMs)) : null;
  if (isUnknown && lostAfter === null) {
    const msg =
      'Value is not the ID of an event from the last 30 days. Omit the parameter to start with the oldest event';
    throw new Invalid([{ loc: ['query', 'after'], msg, type: 'value_error' }]);
  }
  const filter = {
    ...owner,
    afterSeq: seen?.seq ?? lostAfter ?? 0,
    ...(type && { type }),
    ...(orderId && { orderId }),
  };
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const rows = await waiter.list(filter, limit + 1, {
    waitMs: seconds * secondMs,
    signal: gone.signal,
    rest: (wait) => waitWithoutCounting(request, wait),
  });
  if (seconds > 0) await guard.recheck(request);
  const page = rows.slice(0, limit);
  const cursor = page.at(-1)?.id ?? seen?.id ?? (isUnknown ? after : null) ?? null;
  return { page, rest: { has_more: rows.length > limit, next_cursor: cursor } };
}
