import { type Static, Type } from 'typebox';
import type { Registry } from '../connectors/registry.ts';
import { idempotentRequestFrom, runIdempotent, sendAnswer } from '../domains/access/accounts/index.ts';
import {
  type CancellationRow,
  type FullOrder,
  findOwnCancellation,
  type OrderReader,
  readOwnOrder,
  requestCancellation,
} from '../domains/orders/orders/index.ts';
import type { Clock } from '../kit/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { type App, nullable, optionalBody, withExample } from '../platform/http/index.ts';
import { CancellationAnswer, describeAnswer, RequestIdAnswer } from './answers.ts';
import { exampleNames } from './examples.ts';
import { invalidRequestId } from './failures.ts';
import type { LegacyGuard } from './guard.ts';
import { namesOf, uuidOf } from './ids.ts';
import { stateOf } from './present-order.ts';
import { createLegacyRouter, requestIdAnswer } from './router.ts';
import { RequestPath, requestIdExample, webhooksFor } from './schema.ts';
import { withoutSecrets } from './secrets.ts';
import { checkWebhooks, type UrlCheck, type UrlSealing, withMaskedUrls } from './webhooks.ts';

export interface LegacyCancellationNeeds {
  database: Database;
  clock: Clock;
  guard: LegacyGuard;
  registry: Registry;
  read: OrderReader;
  outgoing: UrlCheck;
  urlCredentials: UrlSealing;
}

export const outcomeEvents = ['request_succeeded', 'request_failed'] as const;

const CancelBody = Type.Object({
  merchant_order_id: Type.Optional(
    nullable(Type.String({ minLength: 1, maxLength: 100 }), {
      description: "The store's order number. Required if the order has several.",
    }),
  ),
  webhooks: webhooksFor(outcomeEvents),
  idempotency_key: Type.Optional(
    nullable(Type.String({ maxLength: 255 }), {
      description: 'A unique value for this request. A request with the same value cancels only once.',
    }),
  ),
});
type CancelBody = Static<typeof CancelBody>;

const exampleCancelled = {
  _type: 'cancellation_response',
  merchant_order_id: '2000123-12345678',
  request: {},
  ...exampleNames,
};

/** The retrieve response for a cancellation, and the payload of its webhooks. */
export const presentCancellation = (row: CancellationRow, order: FullOrder) => ({
  ...presentState(row),
  ...namesOf(order, row.updated_at, row.id),
});

function presentState(row: CancellationRow) {
  const data = { merchant_order_id: row.merchant_order_id };
  switch (row.status) {
    case 'pending':
      return stateOf('attempting_to_cancel', 'Cancellation requested. Check again in a moment.', data);
    case 'cancelled':
      return {
        _type: 'cancellation_response',
        merchant_order_id: row.merchant_order_id,
        request: withMaskedUrls(row.request),
      };
    case 'refused':
      return stateOf(
        'invalid_request',
        `The store did not cancel the order: ${row.message ?? 'it gave no reason.'}`,
        data,
      );
  }
}

export function legacyCancellationRoutes(app: App, needs: LegacyCancellationNeeds): void {
  const router = createLegacyRouter(app, needs.guard, 'Legacy orders');
  router.post('/v1/orders/:request_id/cancel', {
    operationId: 'legacyCancelOrder',
    summary: 'Ask the store to cancel an order (legacy API)',
    description:
      'For a placed order, until the store ships it. Read the result with GET /v1/cancellations/{request_id}.',
    isIdempotent: true,
    params: RequestPath,
    body: optionalBody(withExample(CancelBody, { merchant_order_id: '112-3456789-1234567' })),
    response: { 200: describeAnswer('The ID of the request.', RequestIdAnswer, requestIdExample) },
    errors: [400, 404],
    async handler({ caller, params, body: given, headers }, reply) {
      const body: CancelBody = given ?? {};
      const id = uuidOf(params.request_id);
      await checkWebhooks(needs.outgoing, body.webhooks);
      const webhooks = await needs.urlCredentials.seal(caller, body.webhooks);
      const order = await readOwnOrder(needs.read, caller, id);
      const header = headers['idempotency-key'];
      const once = idempotentRequestFrom({
        caller,
        operation: `POST /v1/orders/${id}/cancel`,
        header,
        body: withMaskedUrls(body),
      });
      const answer = await runIdempotent({ db: needs.database.db, clock: needs.clock }, once, async (tx) => {
        const asked = {
          merchantOrderId: body.merchant_order_id ?? null,
          request: withoutSecrets({ ...body, ...(webhooks && { webhooks }) }),
        };
        const cancellationId = await requestCancellation({ ...needs, tx }, order, asked);
        return { ...requestIdAnswer({ id: cancellationId }), resource: 'cancellation', resourceId: cancellationId };
      });
      return sendAnswer(reply, answer);
    },
  });

  router.get('/v1/cancellations/:request_id', {
    operationId: 'legacyGetCancellation',
    summary: 'Get a cancellation (legacy API)',
    description: 'Returns an error object with status 200 while the store decides, and if it declines.',
    params: RequestPath,
    response: { 200: describeAnswer('The cancellation, or its state.', CancellationAnswer, exampleCancelled) },
    errors: [404],
    async handler({ caller, params }) {
      const row = await findOwnCancellation(needs.database.db, caller, uuidOf(params.request_id));
      if (!row) throw invalidRequestId();
      return presentCancellation(row, await readOwnOrder(needs.read, caller, row.order_id));
    },
  });
}
