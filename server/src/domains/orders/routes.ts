import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { type Clock, secondMs } from '../../kit/clock.ts';
import type { World } from '../../kit/world.ts';
import type { Database } from '../../platform/database/index.ts';
import { type App, prefers, restDuring, withExample } from '../../platform/http/index.ts';
import type { Vault } from '../../platform/secrets/index.ts';
import { errors, everyUnscopedRoute, validationError } from '../../wire/index.ts';
import { type Caller, callerOf, type Guard } from '../accounts/index.ts';
import { onceFrom, sendAnswer } from '../idempotency/index.ts';
import type { UsageRecorder } from '../usage/index.ts';
import type { Acceptor } from './accept-order.ts';
import { cancelOrder } from './cancel-order.ts';
import { exampleOrder, exampleOrderView } from './examples.ts';
import { exportOrders } from './export-orders.ts';
import { filterFrom } from './list-filter.ts';
import { isFinal } from './next-step.ts';
import { orderRequestFrom } from './order-request.ts';
import { presentOrder, presentTestProduct } from './present.ts';
import { type OrderReader, readOwnOrder } from './read-order.ts';
import { actionRoutes } from './routes-actions.ts';
import { OrderBody, OrderPath, OrderView, OrderWaitQuery, TestProducts, TimelineView } from './schema.ts';
import { OrderExportQuery, OrderList, OrderListQuery } from './schema-list.ts';
import { loadOrders, type WholeOrder } from './store.ts';
import { listOrderIds } from './store-list.ts';
import { timelineOf } from './timeline.ts';
import type { OrderWaiter } from './wait-for-order.ts';

export interface OrderRouteNeeds {
  database: Database;
  clock: Clock;
  guard: Guard;
  acceptor: Acceptor;
  read: OrderReader;
  waiter: OrderWaiter;
  vault: Vault;
  usage: UsageRecorder;
  feeCents: number;
  /** The one name of a retailer, whichever of its names is given. */
  nameOfRetailer(world: World, retailer: string): string;
  /** A refusal for want of money, with a link for a person to pay by. */
  withLink(
    caller: Caller,
    wanted: { body: OrderBody; feeCents: number; idempotencyKey: string | null },
    refusal: unknown,
  ): Promise<unknown>;
  testProducts: readonly { url: string; scenario: string; name: string; isSynchronousError: boolean }[];
}

const shared = { tags: ['Orders'], security: [{ bearer: [] }] };

export function orderRoutes(app: App, needs: OrderRouteNeeds): void {
  writeRoutes(app, needs);
  readRoutes(app, needs);
  actionRoutes(app, needs);
}

function writeRoutes(app: App, needs: OrderRouteNeeds): void {
  app.post(
    '/orders',
    {
      onRequest: needs.guard.key,
      schema: {
        ...shared,
        operationId: 'createOrder',
        summary: 'Buy something',
        description:
          'Accepts an order and holds max_price on your wallet. The order is bought in the background: poll it, or its timeline. ' +
          'Send an Idempotency-Key header (or idempotency_key) to make a retry safe. With `Prefer: payment-link` a 402 has details.pay_url, ' +
          'where a person can pay for this order.',
        headers: Type.Object({
          'idempotency-key': Type.Optional(Type.String()),
          prefer: Type.Optional(Type.String({ examples: ['payment-link'] })),
        }),
        body: withExample(OrderBody, {
          ...exampleOrder('https://www.walmart.com/ip/986325010'),
          metadata: { your_reference: '1001' },
        }),
        response: {
          201: withExample(OrderView, exampleOrderView),
          422: validationError,
          ...errors(
            ...everyUnscopedRoute,
            'unsupported_retailer',
            'unsupported_country',
            'mixed_retailers',
            'invalid_shipping_address',
            'url_unreachable',
            'insufficient_funds',
            'forbidden',
            'spend_limit_exceeded',
            'policy_denied',
            'quote_refused',
            'not_found',
            'already_exists',
            'idempotency_in_flight',
            'payload_too_large',
            'unsupported_media_type',
          ),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { body } = request;
      const once = onceFrom({ caller, operation: 'POST /orders', header: request.headers['idempotency-key'], body });
      const answer = await needs.acceptor
        .accept(caller, orderRequestFrom(body, needs.feeCents), once)
        .catch(async (refusal: unknown) => {
          if (!prefers(request, 'payment-link')) throw refusal;
          const { feeCents } = needs;
          throw await needs.withLink(caller, { body, feeCents, idempotencyKey: once.key }, refusal);
        });
      if (answer.order) {
        needs.usage.record({ ...caller, endpoint: 'orders.create', retailer: answer.order.retailer });
      }
      return sendAnswer(reply, answer);
    },
  );

  app.post(
    '/orders/:order_id/cancel',
    {
      onRequest: needs.guard.orderKey,
      schema: {
        ...shared,
        operationId: 'cancelOrder',
        summary: 'Cancel an order that is still pending',
        description: 'Everything that was held for it is released.',
        params: OrderPath,
        response: {
          204: Type.Null({ description: 'Cancelled.' }),
          422: validationError,
          ...errors(
            ...everyUnscopedRoute,
            'not_found',
            'order_not_cancellable',
            'payload_too_large',
            'unsupported_media_type',
          ),
        },
      },
    },
    async (request, reply) => {
      await cancelOrder(needs, callerOf(request), request.params.order_id);
      return reply.code(204).send(null);
    },
  );
}

/** Not JSON, and so nothing that the serialiser could check. */
const ordersFile = {
  description: 'One line for each order.',
  content: { 'text/csv': { schema: { type: 'string' } } },
} as unknown as TSchema;

function readRoutes(app: App, needs: OrderRouteNeeds): void {
  app.get(
    '/orders',
    {
      onRequest: needs.guard.key,
      schema: {
        ...shared,
        operationId: 'listOrders',
        summary: 'Your orders, newest first unless asked otherwise',
        querystring: OrderListQuery,
        response: {
          200: withExample(OrderList, { orders: [exampleOrderView], total: 1, limit: 50, offset: 0 }),
          422: validationError,
          ...errors(...everyUnscopedRoute, 'forbidden'),
        },
      },
    },
    async (request) => {
      const { limit, offset, sort = 'newest', after, ...query } = request.query;
      const filter = filterFrom(needs, callerOf(request), query);
      const { ids, total } = await listOrderIds(needs.database.db, filter, { limit, offset, sort, after });
      const ordersById = await loadOrders(needs.database, ids);
      const orders = ids.flatMap((id) => ordersById.get(id) ?? []).map(presentOrder);
      return { orders, total, limit, offset };
    },
  );

  app.get(
    '/orders/export',
    {
      onRequest: needs.guard.key,
      schema: {
        ...shared,
        operationId: 'exportOrders',
        summary: 'Your orders as a CSV file, newest first',
        description:
          'Takes the filters of GET /orders. Streamed, whatever their number; safe to open in a spreadsheet.',
        querystring: OrderExportQuery,
        response: {
          200: ordersFile,
          422: validationError,
          ...errors(...everyUnscopedRoute, 'forbidden'),
        },
      },
    },
    async (request, reply) => {
      const filter = filterFrom(needs, callerOf(request), request.query);
      reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="orders.csv"');
      return reply.send(Readable.from(exportOrders(needs.database, filter)));
    },
  );

  app.get(
    '/orders/test-products',
    {
      onRequest: needs.guard.key,
      schema: {
        ...shared,
        operationId: 'listTestProducts',
        summary: 'Products of the sandbox that play a scenario',
        response: {
          200: withExample(TestProducts, {
            products: [
              {
                url: 'http://127.0.0.1:8080/shop/products/test-success',
                scenario: 'success',
                name: 'Test product: success',
                is_synchronous_error: false,
              },
            ],
          }),
          ...errors(...everyUnscopedRoute, 'forbidden'),
        },
      },
    },
    async () => ({ products: needs.testProducts.map(presentTestProduct) }),
  );

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
    async (request, reply) => presentOrder(await readWaiting(needs, request, reply.raw)),
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
  { read, waiter }: OrderRouteNeeds,
  request: WaitRequest,
  response: ServerResponse,
): Promise<WholeOrder> {
  const caller = callerOf(request as FastifyRequest);
  const { wait_seconds: seconds, since } = request.query;
  const order = await readOwnOrder(read, caller, request.params.order_id);
  const known = { id: order.id, since: since === undefined ? order.updated_at : new Date(since) };
  if (seconds === 0 || order.updated_at > known.since || isFinal(order)) return order;
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  await restDuring(request as FastifyRequest, () => waiter.wait(known, seconds * secondMs, gone.signal));
  return readOwnOrder(read, caller, order.id);
}
