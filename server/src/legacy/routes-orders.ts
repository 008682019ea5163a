import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Registry } from '../connectors/registry.ts';
import {
  type Answer,
  type Caller,
  type IdempotentRequest,
  idempotentRequestFrom,
  sendAnswer,
} from '../domains/access/accounts/index.ts';
import type { UsageRecorder } from '../domains/access/activity/index.ts';
import {
  type Acceptor,
  cancelOrder,
  type FullOrder,
  listOrderIds,
  loadOrders,
  type OrderReader,
  type OrderRequest,
  readOwnOrder,
} from '../domains/orders/orders/index.ts';
import type { Clock } from '../kit/clock.ts';
import { Invalid } from '../kit/failure.ts';
import { shortListMax, writeArray } from '../kit/write-in-pieces.ts';
import type { Database } from '../platform/database/index.ts';
import { type App, sendInPieces, withExample } from '../platform/http/index.ts';
import { describeAnswer, OrderAnswer, OrderListAnswer, RequestIdAnswer } from './answers.ts';
import { exampleOrderAnswer, exampleProcessing, exampleRequest } from './examples.ts';
import { notAbortable, notRetriable, problemAt } from './failures.ts';
import type { LegacyGuard } from './guard.ts';
import { uuidOf } from './ids.ts';
import { presentLegacyOrder, presentListed } from './present-order.ts';
import { isManaged, moreProblems, readOrder } from './read-order.ts';
import { createLegacyRouter, type LegacyRouter, readUnlessAnswered, requestIdAnswer } from './router.ts';
import { LegacyOrderRequest, RequestPath, RetryBody, requestIdExample } from './schema.ts';
import { withoutSecrets } from './secrets.ts';
import { requestOf } from './synthesize-request.ts';
import { checkWebhooks, type UrlCheck, type UrlSealing, withMaskedUrls } from './webhooks.ts';

/** The first request, with the secrets that were erased when it ended. */
function retryRequest(first: FullOrder, again: RetryBody): LegacyOrderRequest {
  if (first.status !== 'order_failed' && first.status !== 'cancelled') throw notRetriable(first.status);
  const { idempotency_key: _old, ...request } = first.legacy_request ?? requestOf(first);
  if (!isManaged(request)) {
    const problems = (['retailer_credentials', 'payment_method'] as const)
      .filter((name) => again[name] == null)
      .map((name) => problemAt([name], 'Field required. It was deleted when the first order ended'));
    if (problems.length > 0) throw new Invalid(problems);
  }
  const { retailer_credentials: credentials, payment_method: payment } = again;
  const whole = {
    ...request,
    ...(credentials == null ? {} : { retailer_credentials: credentials }),
    ...(payment == null ? {} : { payment_method: payment }),
  };
  if (!Value.Check(LegacyOrderRequest, whole)) throw notRetriable(first.status);
  return whole;
}

export interface LegacyOrderNeeds {
  database: Database;
  clock: Clock;
  guard: LegacyGuard;
  registry: Registry;
  acceptor: Acceptor;
  read: OrderReader;
  usage: UsageRecorder;
  feeCents: number;
  outgoing: UrlCheck;
  urlCredentials: UrlSealing;
}

const requestId = describeAnswer('The ID of the request.', RequestIdAnswer, requestIdExample);

export function legacyOrderRoutes(app: App, needs: LegacyOrderNeeds): void {
  const router = createLegacyRouter(app, needs.guard, 'Legacy orders');
  createRoute(router, needs);
  retryRoute(router, needs);
  readRoutes(router, needs);
}

async function accept(
  needs: LegacyOrderNeeds,
  caller: Caller,
  once: IdempotentRequest,
  body: LegacyOrderRequest,
  more: Partial<OrderRequest> = {},
): Promise<Answer> {
  const orderRequest = await readUnlessAnswered(needs.database.db, once, async () => {
    await checkWebhooks(needs.outgoing, body.webhooks);
    const webhooks = await needs.urlCredentials.seal(caller, body.webhooks);
    return { ...readOrder(needs, caller.world, { ...body, ...(webhooks && { webhooks }) }), ...more };
  });
  if ('isReplay' in orderRequest) return orderRequest;
  const answer = await needs.acceptor.accept(caller, orderRequest, once, requestIdAnswer);
  if (answer.order) needs.usage.record({ ...caller, endpoint: 'orders.create', retailer: answer.order.retailer });
  return answer;
}

function createRoute(router: LegacyRouter, needs: LegacyOrderNeeds): void {
  router.post('/v1/orders', {
    operationId: 'legacyCreateOrder',
    summary: 'Create an order (legacy API)',
    description:
      "Managed (addax) orders are placed with Errand's own accounts and paid from the wallet. With `retailer_credentials`, `payment_method` and `shipping_method`, the order is placed with your own account and card.",
    isIdempotent: true,
    config: { findProblems: moreProblems },
    body: withExample(LegacyOrderRequest, exampleRequest),
    response: { 200: requestId },
    errors: [400],
    async handler({ caller, body, headers }, reply) {
      const header = headers['idempotency-key'];
      // Secrets are not compared for "the same body": not even their hash is stored.
      const once = idempotentRequestFrom({
        caller,
        operation: 'POST /v1/orders',
        header,
        body: withMaskedUrls(withoutSecrets(body)),
      });
      return sendAnswer(reply, await accept(needs, caller, once, body));
    },
  });
}

function retryRoute(router: LegacyRouter, needs: LegacyOrderNeeds): void {
  router.post('/v1/orders/:request_id/retry', {
    operationId: 'legacyRetryOrder',
    summary: 'Retry a failed order (legacy API)',
    description:
      'Sends the same request as a new order. Credentials and card were erased when the first order failed, so send them again for a self-managed order.',
    isIdempotent: true,
    params: RequestPath,
    body: RetryBody,
    response: { 200: requestId },
    errors: [400, 404],
    async handler(request, reply) {
      const { caller } = request;
      const id = uuidOf(request.params.request_id);
      const first = await readOwnOrder(needs.read, caller, id);
      const again = request.body ?? {};
      const header = request.headers['idempotency-key'];
      const operation = `POST /v1/orders/${id}/retry`;
      const asked = idempotentRequestFrom({ caller, operation, header, body: withoutSecrets(again) });
      // An order is retried once: a client that lost the response and asks again must not buy twice.
      const once =
        asked.key === null
          ? { ...idempotentRequestFrom({ caller, operation, header, body: {} }), key: 'retry' }
          : asked;
      const body = retryRequest(first, again);
      const kept = { retailerCredentialsId: first.retailer_credentials_id, customerEmail: first.customer_email };
      return sendAnswer(reply, await accept(needs, caller, once, body, kept));
    },
  });

  router.post('/v1/orders/:request_id/abort', {
    operationId: 'legacyAbortOrder',
    summary: 'Cancel a pending order (legacy API)',
    description: 'Works until Errand starts the purchase.',
    params: RequestPath,
    response: {
      200: describeAnswer('The state of the order.', OrderAnswer, { ...exampleProcessing, code: 'aborted_request' }),
    },
    errors: [400, 404],
    async handler({ caller, params }) {
      const id = uuidOf(params.request_id);
      const order = await readOwnOrder(needs.read, caller, id);
      if (order.status === 'cancelled') return presentLegacyOrder(order);
      if (order.status !== 'pending') throw notAbortable(order.status);
      await cancelOrder(needs, caller, id);
      return presentLegacyOrder(await readOwnOrder(needs.read, caller, id));
    },
  });
}

const ListQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 10 }),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'Number of orders to skip.' })),
  skip: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'The same as `offset`.' })),
  starting_after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 253_402_300_799_999,
      description: 'Created at this time or later, in Unix milliseconds.',
    }),
  ),
  ending_before: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 253_402_300_799_999,
      description: 'Created before this time, in Unix milliseconds.',
    }),
  ),
  retailer: Type.Optional(
    Type.String({ description: 'Only orders from this retailer.', minLength: 1, maxLength: 253 }),
  ),
});

function readRoutes(router: LegacyRouter, needs: LegacyOrderNeeds): void {
  router.get('/v1/orders', {
    operationId: 'legacyListOrders',
    summary: 'List your orders (legacy API)',
    description: 'Newest first. Orders that are in progress or failed appear as error objects.',
    query: ListQuery,
    response: {
      200: describeAnswer(
        'Orders as GET /v1/orders/{request_id} returns them, each with its `request_id`.',
        OrderListAnswer,
        [{ ...exampleProcessing, ...requestIdExample, _created_at: '2026-08-21T10:00:00.000Z' }],
      ),
    },
    errors: [400],
    async handler({ caller, query }, reply) {
      const { accountId, world } = caller;
      const { limit, offset, skip, retailer } = query;
      const { starting_after: after, ending_before: before } = query;
      const filter: Parameters<typeof listOrderIds>[1] = {
        accountId,
        world,
        ...(after === undefined ? {} : { createdAfter: new Date(after) }),
        ...(before === undefined ? {} : { createdBefore: new Date(before) }),
        ...(retailer === undefined ? {} : { retailer: needs.registry.nameOf(world, retailer) }),
      };
      const { ids } = await listOrderIds(needs.database.db, filter, { limit, offset: offset ?? skip ?? 0 });
      const orders: FullOrder[] = [];
      for (let from = 0; from < ids.length; from += shortListMax) {
        const some = ids.slice(from, from + shortListMax);
        const ordersById = await loadOrders(needs.database, some);
        orders.push(...some.flatMap((id) => ordersById.get(id) ?? []));
      }
      if (orders.length <= shortListMax) return orders.map(presentListed);
      return sendInPieces(reply, writeArray(orders, presentListed));
    },
  });

  router.get('/v1/orders/:request_id', {
    operationId: 'legacyGetOrder',
    summary: 'Get an order (legacy API)',
    description:
      'Returns an error object with status 200 while the order is in progress (`request_processing`) and if it failed.',
    params: RequestPath,
    response: {
      200: describeAnswer('The order, or its state.', OrderAnswer, exampleOrderAnswer, exampleProcessing),
    },
    errors: [404],
    handler: async ({ caller, params }) =>
      presentLegacyOrder(await readOwnOrder(needs.read, caller, uuidOf(params.request_id))),
  });
}
