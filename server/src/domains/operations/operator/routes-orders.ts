import type { Static } from 'typebox';
import type { Registry } from '../../../connectors/registry.ts';
import type { Clock } from '../../../kit/clock.ts';
import { toCents } from '../../../kit/money.ts';
import type { Database } from '../../../platform/database/index.ts';
import { noContent } from '../../../platform/http/index.ts';
import type { Guard, Router } from '../../access/accounts/index.ts';
import { movesLiveOrder } from '../../orders/orders/index.ts';
import { cancelAnyOrder, messageOnOrder, retryAnyOrder } from './act-on-order.ts';
import { readCase } from './list-decisions.ts';
import { mergeRefundItems } from './model.ts';
import { refundOrder } from './refund-order.ts';
import { MessageBody, ReasonBody, RefundBody, RefundView } from './schema-actions.ts';

export interface OrderRouteNeeds {
  database: Database;
  clock: Clock;
  guard: Guard;
  registry: Registry;
}

export function orderActionRoutes(router: Router, { database, clock, guard, registry }: OrderRouteNeeds): void {
  const needs = { db: database.db, clock, registry };
  const response = { 204: noContent('Done.') };
  router.post('/operator/orders/:order_id/cancel', {
    auth: guard.operatorMoney(movesLiveOrder(database)),
    operationId: 'cancelAnyOrder',
    summary: 'Cancel any order',
    description:
      'Cancels a pending order and releases its hold. For a placed order, asks the store to cancel it, if the store supports this.',
    body: ReasonBody,
    response,
    errors: ['order_not_cancellable', 'already_exists'],
    handler: ({ params, body: { reason }, person }) =>
      cancelAnyOrder(needs, person.email, { orderId: params.order_id.toLowerCase(), reason }),
  });
  router.post('/operator/orders/:order_id/retry', {
    auth: 'operator',
    operationId: 'retryAnyOrder',
    summary: 'Retry any order now',
    description: "Starts a pending order's next attempt now. Retry a failed job with `decideJob`.",
    body: ReasonBody,
    response,
    errors: ['action_closed'],
    handler: ({ params, body: { reason }, person }) =>
      retryAnyOrder(needs, person.email, { orderId: params.order_id.toLowerCase(), reason }),
  });
  router.post('/operator/orders/:order_id/message', {
    auth: 'operator',
    operationId: 'messageCustomer',
    summary: 'Message the customer about an order',
    description:
      "Adds a message to the order's case and emails it. Opens the case if there is none, and reopens a closed one.",
    body: MessageBody,
    response,
    errors: ['bad_request'],
    handler: ({ params, body: { message }, person }) =>
      messageOnOrder(needs, person.email, { orderId: params.order_id.toLowerCase(), message }),
  });
}

interface Needs {
  database: Database;
  clock: Clock;
  guard: Guard;
}

export function refundRoutes(router: Router, needs: Needs): void {
  const { database, guard } = needs;
  const shared = {
    auth: guard.operatorMoney(movesLiveOrder(database)),
    body: RefundBody,
    response: { 200: RefundView, 201: RefundView },
    errors: ['already_exists', 'bad_request'],
  } as const;
  router.post('/operator/orders/:order_id/refund', {
    ...shared,
    operationId: 'refundOrder',
    summary: 'Refund an order',
    description:
      "Refunds the amount to the customer's wallet or card, up to what was captured and has not been refunded yet. The customer gets an email and the `order.refunded` event. A later return or cancellation doesn't refund the same money again. Repeating the request with the same ID returns 200 and changes nothing.",
    async handler({ params, body, person }, reply) {
      const made = await refund(needs, person.email, params.order_id, body);
      return reply.code(made.isNew ? 201 : 200).send(made.view);
    },
  });
  router.post('/operator/cases/:order_id/refund', {
    ...shared,
    operationId: 'refundFromCase',
    summary: 'Refund an order from its case',
    description:
      'Refunds an order that has a case, and adds a message to the case. Otherwise the same as `refundOrder`.',
    async handler({ params, body, person }, reply) {
      await readCase(database.db, params.order_id.toLowerCase());
      const made = await refund(needs, person.email, params.order_id, body);
      return reply.code(made.isNew ? 201 : 200).send(made.view);
    },
  });
}

async function refund({ database, clock }: Needs, operator: string, id: string, body: Static<typeof RefundBody>) {
  const orderId = id.toLowerCase();
  const { amount_cents: cents, note, items = [] } = body;
  const asked = { id: body.id, orderId, amount: toCents(cents), note, items: mergeRefundItems(items) };
  const made = await refundOrder({ db: database.db, clock }, operator, asked);
  return {
    isNew: made.isNew,
    view: {
      id: body.id.toLowerCase(),
      order_id: orderId,
      account_id: made.accountId,
      world: made.world,
      amount_cents: cents,
      note,
      refundable_cents: made.leftCents,
      created_at: made.refundedAt.toISOString(),
    },
  };
}
