import type { Registry } from '../connectors/registry.ts';
import { idempotentRequestFrom, runIdempotent, sendAnswer } from '../domains/access/accounts/index.ts';
import type { UsageRecorder } from '../domains/access/activity/index.ts';
import { createReturn, readOwnReturn } from '../domains/delivery/returns/index.ts';
import { type OrderReader, readOwnOrder } from '../domains/orders/orders/index.ts';
import type { Clock } from '../kit/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { type App, withExample } from '../platform/http/index.ts';
import { describeAnswer, RequestIdAnswer, ReturnAnswer } from './answers.ts';
import { exampleNames } from './examples.ts';
import type { LegacyGuard } from './guard.ts';
import { uuidOf } from './ids.ts';
import { presentLegacyReturn } from './present-return.ts';
import { LegacyReturnBody, readReturn, toProductIds } from './read-return.ts';
import { createLegacyRouter, requestIdAnswer } from './router.ts';
import { RequestPath, requestIdExample } from './schema.ts';
import { checkWebhooks, type UrlCheck, type UrlSealing, withMaskedUrls } from './webhooks.ts';

export interface LegacyReturnNeeds {
  database: Database;
  clock: Clock;
  guard: LegacyGuard;
  registry: Registry;
  read: OrderReader;
  usage: UsageRecorder;
  publicUrl: string;
  outgoing: UrlCheck;
  urlCredentials: UrlSealing;
}

const exampleRequest = {
  products: [{ product_id: '986325010', quantity: 1 }],
  reason_code: 'wrong_size',
  method_code: 'dropoff',
  explanation: 'One size too small.',
};

const exampleAnswer = {
  _type: 'return_response',
  return_status: 'approved',
  merchant_return_id: 'RMA-7K3N9PQR',
  return_by: '2026-09-20',
  label_urls: [
    'http://127.0.0.1:8080/labels/9d1c7a52-5f0e-4b8e-8f3d-2a1b0c9d8e7f.pdf?expires=1787911200&signature=mPq3…',
  ],
  credited_cents: null,
  request: exampleRequest,
  ...exampleNames,
};

export function legacyReturnRoutes(app: App, needs: LegacyReturnNeeds): void {
  const router = createLegacyRouter(app, needs.guard, 'Legacy orders');
  router.post('/v1/orders/:request_id/return', {
    operationId: 'legacyCreateReturn',
    summary: 'Create a return (legacy API)',
    description: 'Read the result with GET /v1/returns/{request_id}.',
    isIdempotent: true,
    params: RequestPath,
    body: withExample(LegacyReturnBody, exampleRequest),
    response: { 200: describeAnswer('The ID of the request.', RequestIdAnswer, requestIdExample) },
    errors: [400, 404],
    async handler({ caller, params, body, headers }, reply) {
      const id = uuidOf(params.request_id);
      const order = await readOwnOrder(needs.read, caller, id);
      await checkWebhooks(needs.outgoing, body.webhooks);
      const webhooks = await needs.urlCredentials.seal(caller, body.webhooks);
      const header = headers['idempotency-key'];
      const once = idempotentRequestFrom({
        caller,
        operation: `POST /v1/orders/${id}/return`,
        header,
        body: withMaskedUrls(body),
      });
      const answer = await runIdempotent({ db: needs.database.db, clock: needs.clock }, once, async (tx) => {
        const newReturn = readReturn(needs.registry, order, { ...body, ...(webhooks && { webhooks }) });
        const row = await createReturn({ tx, clock: needs.clock }, caller, newReturn).catch((error: unknown) => {
          throw toProductIds(error, order, body.products);
        });
        return { ...requestIdAnswer(row), resource: 'return_request', resourceId: row.id };
      });
      if (!answer.isReplay) {
        needs.usage.record({ ...caller, endpoint: 'returns.create', retailer: order.retailer });
      }
      return sendAnswer(reply, answer);
    },
  });

  router.get('/v1/returns/:request_id', {
    operationId: 'legacyGetReturn',
    summary: 'Get a return (legacy API)',
    description: 'Returns an error object with status 200 while the retailer decides, and if it denies the return.',
    params: RequestPath,
    response: { 200: describeAnswer('The return, or its state.', ReturnAnswer, exampleAnswer) },
    errors: [404],
    async handler({ caller, params }) {
      const row = await readOwnReturn(needs.database.db, caller, uuidOf(params.request_id));
      const order = await readOwnOrder(needs.read, caller, row.order_id);
      return presentLegacyReturn(row, order, { publicUrl: needs.publicUrl, now: needs.clock.now() });
    },
  });
}
