import { Type } from 'typebox';
import { idempotentRequestFrom, runIdempotent, sendAnswer } from '../domains/access/accounts/index.ts';
import { type Case, caseReasons, postToCase, presentCase, readCase } from '../domains/delivery/cases/index.ts';
import { type FullOrder, type OrderReader, readOwnOrder } from '../domains/orders/orders/index.ts';
import type { Clock } from '../kit/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { type App, nullable, withExample } from '../platform/http/index.ts';
import { CaseAnswer, describeAnswer } from './answers.ts';
import { exampleOrderNames } from './examples.ts';
import type { LegacyGuard } from './guard.ts';
import { namesOf, uuidOf } from './ids.ts';
import { createLegacyRouter } from './router.ts';
import { RequestPath } from './schema.ts';

export interface LegacyCaseNeeds {
  database: Database;
  clock: Clock;
  guard: LegacyGuard;
  read: OrderReader;
}

const CaseBody = Type.Object({
  message: Type.String({ description: 'Text of your message.', maxLength: 20_000 }),
  reason: Type.Optional(
    nullable(Type.String({ maxLength: 200 }), {
      description: `Opens or reopens a case. Omit it to reply to an open one. One of ${caseReasons.join(', ')}.`,
    }),
  ),
  idempotency_key: Type.Optional(
    nullable(Type.String({ maxLength: 255 }), {
      description: 'A unique value for this message. A request with the same value posts it only once.',
    }),
  ),
});

const caseAnswer = describeAnswer('The case. Its `state` is null if the order has no case.', CaseAnswer, {
  state: 'open',
  messages: [
    { type: 'case.opened.nondelivery.damaged', message: 'The cup is broken.', timestamp: '2026-08-21T10:00:00.000Z' },
  ],
  ...exampleOrderNames,
});

/** The retrieve response for a case, and the payload of its webhooks. */
export const presentLegacyCase = (found: Case, order: FullOrder) => ({
  ...presentCase(found),
  ...namesOf(order, found.messages.at(-1)?.timestamp ?? null),
});

export function legacyCaseRoutes(app: App, needs: LegacyCaseNeeds): void {
  const router = createLegacyRouter(app, needs.guard, 'Legacy cases');
  router.get('/v1/orders/:request_id/case', {
    operationId: 'legacyGetCase',
    summary: 'Get the case for an order (legacy API)',
    description: 'Returns its state and messages. Poll it for replies.',
    params: RequestPath,
    response: { 200: caseAnswer },
    errors: [404],
    async handler({ caller, params }) {
      const order = await readOwnOrder(needs.read, caller, uuidOf(params.request_id));
      return presentLegacyCase(await readCase(needs.database.db, order.id), order);
    },
  });

  router.post('/v1/orders/:request_id/case', {
    operationId: 'legacyPostToCase',
    summary: 'Post to the case for an order (legacy API)',
    description:
      'Opens a case, replies to it or reopens it. For managed orders only; contact the retailer about self-managed ones.',
    isIdempotent: true,
    params: RequestPath,
    body: withExample(CaseBody, { reason: 'tracking.request_update', message: 'Where is my package?' }),
    response: { 200: caseAnswer },
    errors: [400, 404],
    async handler({ caller, params, body, headers }, reply) {
      const order = await readOwnOrder(needs.read, caller, uuidOf(params.request_id));
      const operation = `POST /v1/orders/${order.id}/case`;
      const once = idempotentRequestFrom({ caller, operation, header: headers['idempotency-key'], body });
      const post = { message: body.message, ...(body.reason == null ? {} : { reason: body.reason }) };
      const answer = await runIdempotent({ db: needs.database.db, clock: needs.clock }, once, async (tx) => {
        const subject = { id: order.id, isManaged: !order.paid_by_client };
        const view = presentLegacyCase(await postToCase({ tx, clock: needs.clock }, subject, post), order);
        return { status: 200, text: JSON.stringify(view), resource: 'case', resourceId: order.id };
      });
      return sendAnswer(reply, answer);
    },
  });
}
