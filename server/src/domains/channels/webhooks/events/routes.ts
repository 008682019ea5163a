import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { type Clock, dayMs, plusMs, secondMs } from '../../../../kit/clock.ts';
import { Invalid, notFound } from '../../../../kit/failure.ts';
import { listText, shortList } from '../../../../kit/in-pieces.ts';
import { type Database, lastSeqBeforeRestore } from '../../../../platform/database/index.ts';
import { type App, optionalBody, restDuring, sendInPieces, withOwnExample } from '../../../../platform/http/index.ts';
import { errors, everyBody, everyRoute, validationError } from '../../../../wire/index.ts';
import { callerOf, type Guard } from '../../../access/accounts/index.ts';
import { presentDelivery } from '../present.ts';
import { findEvent, findLastEvent, type listEvents } from '../sql-events.ts';
import { presentEvent } from './present.ts';
import { resendEvent } from './resend-event.ts';
import { EventList, EventPath, EventQuery, EventView, ResendBody, Resent } from './schema.ts';
import type { EventWaiter } from './wait-for-events.ts';

interface Needs {
  database: Database;
  clock: Clock;
  guard: Guard;
  waiter: EventWaiter;
}

/** As long as events are kept. */
const keptMs = 30 * dayMs;

const shared = { tags: ['Webhooks'], security: [{ bearer: [] }] };

export function eventRoutes(app: App, needs: Needs): void {
  const { database, guard } = needs;
  app.get(
    '/events',
    {
      onRequest: guard.key,
      schema: {
        ...shared,
        operationId: 'listEvents',
        summary: 'What happened in the last 30 days, oldest first',
        description:
          'The same that webhook endpoints are sent. Go on with after = next_cursor; with wait_seconds the answer waits for the next event.',
        querystring: EventQuery,
        response: { 200: EventList, 422: validationError, ...errors(...everyRoute) },
      },
    },
    async (request, reply) => {
      const { page, rest } = await list(needs, request, reply.raw, request.query);
      if (page.length <= shortList) return { events: page.map(presentEvent), ...rest };
      return sendInPieces(reply, listText('events', page, presentEvent, rest));
    },
  );

  app.get(
    '/events/:event_id',
    {
      onRequest: guard.key,
      schema: {
        ...shared,
        operationId: 'getEvent',
        summary: 'One event',
        params: EventPath,
        response: { 200: EventView, 422: validationError, ...errors(...everyRoute, 'not_found') },
      },
    },
    async (request) => presentEvent(await ownEvent(needs, request, request.params.event_id)),
  );

  app.post(
    '/events/:event_id/resend',
    {
      onRequest: guard.manage,
      schema: {
        ...shared,
        operationId: 'resendEvent',
        summary: 'Send an event again',
        description:
          'To every active endpoint that wants its type, or to one. An endpoint that was told before gets the same id and bytes.',
        params: EventPath,
        body: optionalBody(ResendBody),
        response: {
          202: withOwnExample(Resent),
          422: validationError,
          ...errors(...everyRoute, 'not_found', ...everyBody),
        },
      },
    },
    async (request, reply) => {
      const endpointId = request.body?.endpoint_id;
      const which = { id: request.params.event_id, ...(endpointId === undefined ? {} : { endpointId }) };
      const { event, deliveries } = await resendEvent({ database, clock: needs.clock }, callerOf(request), which);
      return reply.code(202).send({ event: presentEvent(event), deliveries: deliveries.map(presentDelivery) });
    },
  );
}

interface Query {
  limit: number;
  type?: Parameters<typeof listEvents>[1]['type'];
  order_id?: string;
  after?: string;
  wait_seconds?: number;
}

async function list(
  { database, clock, waiter }: Needs,
  request: FastifyRequest,
  response: ServerResponse,
  query: Query,
) {
  const { accountId, world } = callerOf(request);
  const { limit, type, order_id: orderId, after, wait_seconds: seconds = 0 } = query;
  const owner = { accountId, world };
  const isAtEnd = after === 'latest';
  const seen = isAtEnd
    ? await findLastEvent(database.db, owner)
    : after
      ? await findEvent(database.db, owner, after)
      : null;
  const isUnknown = after !== undefined && !isAtEnd && !seen;
  // The event may have been lost with the database: what was told since the restore is behind it.
  const lostAfter = isUnknown ? await lastSeqBeforeRestore(database.db, plusMs(clock.now(), -keptMs)) : null;
  if (isUnknown && lostAfter === null) {
    const msg = 'Value is no event of the last 30 days; leave it out to begin with the oldest one';
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
    rest: (wait) => restDuring(request, wait),
  });
  const page = rows.slice(0, limit);
  const cursor = page.at(-1)?.id ?? seen?.id ?? (isUnknown ? after : null) ?? null;
  return { page, rest: { has_more: rows.length > limit, next_cursor: cursor } };
}

async function ownEvent({ database }: Needs, request: FastifyRequest, id: string) {
  const row = await findEvent(database.db, callerOf(request), id);
  if (!row) throw notFound();
  return row;
}
