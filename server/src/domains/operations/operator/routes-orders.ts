import type { Registry } from '../../../connectors/registry.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { noContent } from '../../../platform/http/index.ts';
import type { Guard, Router } from '../../access/accounts/index.ts';
import { movesLiveOrder } from '../../orders/orders/index.ts';
import { cancelAnyOrder, messageOnOrder, retryAnyOrder } from './act-on-order.ts';
import { AnyOrderPath, MessageBody, ReasonBody } from './schema-actions.ts';

export interface OrderRouteNeeds {
  database: Database;
  clock: Clock;
  guard: Guard;
  registry: Registry;
}

export function orderActionRoutes(router: Router, { database, clock, guard, registry }: OrderRouteNeeds): void {
  const needs = { db: database.db, clock, registry };
  const shared = { params: AnyOrderPath, response: { 204: noContent('Done.') } } as const;
  router.post('/operator/orders/:order_id/cancel', {
    ...shared,
    auth: guard.operatorMoney(movesLiveOrder(database)),
    operationId: 'cancelAnyOrder',
    summary: 'Cancel any order',
    description:
      'Cancels a pending order and releases its hold. For a placed order, asks the store to cancel it, where the store can.',
    body: ReasonBody,
    errors: ['not_found', 'order_not_cancellable', 'already_exists'],
    handler: ({ params, body: { reason }, person }) =>
      cancelAnyOrder(needs, person.email, { orderId: params.order_id.toLowerCase(), reason }),
  });
  router.post('/operator/orders/:order_id/retry', {
    ...shared,
    auth: 'operator',
    operationId: 'retryAnyOrder',
    summary: 'Retry any order now',
    description: 'Starts the next attempt of a pending order now. Retry a failed job with `decideJob`.',
    body: ReasonBody,
    errors: ['not_found', 'action_closed'],
    handler: ({ params, body: { reason }, person }) =>
      retryAnyOrder(needs, person.email, { orderId: params.order_id.toLowerCase(), reason }),
  });
  router.post('/operator/orders/:order_id/message', {
    ...shared,
    auth: 'operator',
    operationId: 'messageCustomer',
    summary: 'Message the customer about an order',
    description:
      "Adds a message to the order's case and mails it. Opens the case if there is none, and reopens a closed one.",
    body: MessageBody,
    errors: ['not_found', 'bad_request'],
    handler: ({ params, body: { message }, person }) =>
      messageOnOrder(needs, person.email, { orderId: params.order_id.toLowerCase(), message }),
  });
}
