import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { type Clock, secondMs } from '../../../kit/clock.ts';
import { waitWithoutCounting, withExample } from '../../../platform/http/index.ts';
import type { Caller, Guard, Router } from '../../access/accounts/index.ts';
import { isFinal } from './next-step.ts';
import { exampleOrderView, OrderView, presentOrder } from './order-view.ts';
import type { OrderWaiter } from './read-order.ts';
import { type OrderReader, readOwnOrder } from './read-order.ts';
import type { FullOrder } from './rows.ts';
import { OrderWaitQuery, TimelineView } from './schema-read.ts';
import { timelineOf } from './timeline.ts';

export interface ReadRouteNeeds {
  guard: Pick<Guard, 'recheck'>;
  read: OrderReader;
  waiter: OrderWaiter;
  clock: Clock;
}

export function readRoutes(router: Router, needs: ReadRouteNeeds): void {
  router.get('/orders/:order_id', {
    auth: 'orderKey',
    operationId: 'getOrder',
    summary: 'Get an order',
    description:
      'Returns the order with its status. With `wait_seconds`, the request waits until the order changes after `since`, or until the time runs out.',
    query: OrderWaitQuery,
    response: { 200: withExample(OrderView, exampleOrderView) },
    handler: async (request, reply) => presentOrder(await readWaiting(needs, request, reply.raw), needs.clock.now()),
  });

  router.get('/orders/:order_id/timeline', {
    auth: 'orderKey',
    operationId: 'getOrderTimeline',
    summary: "Get an order's timeline",
    description: 'What happened to the order, oldest first, from placement to delivery.',
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
    },
    async handler({ caller, params }) {
      const order = await readOwnOrder(needs.read, caller, params.order_id);
      return { order_id: order.id, current_status: order.status, milestones: timelineOf(order) };
    },
  });
}

interface WaitRequest extends FastifyRequest {
  caller: Caller;
  params: { order_id: string };
  query: Static<typeof OrderWaitQuery>;
}

/** Checks the caller and the owner before the wait, and again after it. */
async function readWaiting(
  { guard, read, waiter }: ReadRouteNeeds,
  request: WaitRequest,
  response: ServerResponse,
): Promise<FullOrder> {
  const { caller, query } = request;
  const { wait_seconds: seconds, since } = query;
  const order = await readOwnOrder(read, caller, request.params.order_id);
  const known = { id: order.id, since: since === undefined ? order.updated_at : new Date(since) };
  if (seconds === 0 || order.updated_at > known.since || isFinal(order)) return order;
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  await waitWithoutCounting(request, () => waiter.wait(known, seconds * secondMs, gone.signal));
  await guard.recheck(request);
  return readOwnOrder(read, caller, order.id);
}
