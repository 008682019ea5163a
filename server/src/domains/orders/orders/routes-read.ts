import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { type Clock, secondMs } from '../../../kit/clock.ts';
import { type App, restDuring, withExample } from '../../../platform/http/index.ts';
import { errors, everyUnscopedRoute, validationError } from '../../../wire/index.ts';
import { callerOf, type Guard } from '../../access/accounts/index.ts';
import { isFinal } from './next-step.ts';
import { exampleOrderView, OrderView, presentOrder } from './order-view.ts';
import { type OrderReader, readOwnOrder } from './read-order.ts';
import type { WholeOrder } from './rows.ts';
import { OrderPath, OrderWaitQuery, TimelineView } from './schema.ts';
import { timelineOf } from './timeline.ts';
import type { OrderWaiter } from './wait-for-order.ts';

export interface ReadRouteNeeds {
  guard: Guard;
  read: OrderReader;
  waiter: OrderWaiter;
  clock: Clock;
}

const shared = { tags: ['Orders'], security: [{ bearer: [] }] };

export function readRoutes(app: App, needs: ReadRouteNeeds): void {
  app.get(
    '/orders/:order_id',
    {
      onRequest: needs.guard.orderKey,
      schema: {
        ...shared,
        operationId: 'getOrder',
        summary: 'One order, as it stands now',
        description:
          'With wait_seconds the answer comes as soon as the order is newer than since, or with what it is when the wait ends.',
        params: OrderPath,
        querystring: OrderWaitQuery,
        response: {
          200: withExample(OrderView, exampleOrderView),
          422: validationError,
          ...errors(...everyUnscopedRoute, 'not_found'),
        },
      },
    },
    async (request, reply) => presentOrder(await readWaiting(needs, request, reply.raw), needs.clock.now()),
  );

  app.get(
    '/orders/:order_id/timeline',
    {
      onRequest: needs.guard.orderKey,
      schema: {
        ...shared,
        operationId: 'getOrderTimeline',
        summary: 'What happened to an order, oldest first',
        params: OrderPath,
        response: {
          200: withExample(TimelineView, {
            order_id: exampleOrderView.id,
            current_status: 'pending',
            milestones: [
              {
                type: 'order_created',
                label: 'Order received',
                occurred_at: exampleOrderView.created_at,
                source: 'service',
                detail: {},
              },
            ],
          }),
          422: validationError,
          ...errors(...everyUnscopedRoute, 'not_found'),
        },
      },
    },
    async (request) => {
      const order = await readOwnOrder(needs.read, callerOf(request), request.params.order_id);
      return { order_id: order.id, current_status: order.status, milestones: timelineOf(order) };
    },
  );
}
interface WaitRequest extends Pick<FastifyRequest, 'caller'> {
  params: Static<typeof OrderPath>;
  query: Static<typeof OrderWaitQuery>;
}

/** Whose order it is was asked before anybody waits, and is asked again afterwards. */
async function readWaiting(
  { read, waiter }: ReadRouteNeeds,
  request: WaitRequest,
  response: ServerResponse,
): Promise<WholeOrder> {
  const caller = callerOf(request);
  const { wait_seconds: seconds, since } = request.query;
  const order = await readOwnOrder(read, caller, request.params.order_id);
  const known = { id: order.id, since: since === undefined ? order.updated_at : new Date(since) };
  if (seconds === 0 || order.updated_at > known.since || isFinal(order)) return order;
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  await restDuring(request, () => waiter.wait(known, seconds * secondMs, gone.signal));
  return readOwnOrder(read, caller, order.id);
}
