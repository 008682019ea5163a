import { Type } from 'typebox';
import type { Clock } from '../../../kit/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { type App, noContent, uuid, withExample } from '../../../platform/http/index.ts';
import type { Vault } from '../../../platform/secrets/index.ts';
import { createRouter, type Guard, type Router } from '../../access/accounts/index.ts';
import { AnswerBody } from './actions/index.ts';
import { answerOrderAction } from './answer-action.ts';
import { cancelOrder } from './cancel-order.ts';
import { compareRoutes } from './compare/index.ts';
import { exampleOrderView, OrderView, presentOrder } from './order-view.ts';
import type { OrderReader } from './read-order.ts';
import { type AcceptRouteNeeds, acceptRoutes } from './routes-accept.ts';
import { type ListRouteNeeds, listRoutes } from './routes-list.ts';
import { type ReadRouteNeeds, readRoutes } from './routes-read.ts';
import { type SelectionRouteNeeds, selectionRoutes } from './routes-selection.ts';
import { savedViewRoutes } from './views/index.ts';

interface ChangeRouteNeeds {
  database: Database;
  clock: Clock;
  read: OrderReader;
  vault: Vault;
}

interface OrderRouteNeeds
  extends AcceptRouteNeeds,
    ChangeRouteNeeds,
    ListRouteNeeds,
    ReadRouteNeeds,
    SelectionRouteNeeds {
  guard: Guard;
}

export function orderRoutes(app: App, needs: OrderRouteNeeds): void {
  const router = createRouter(app, needs.guard, 'Orders');
  acceptRoutes(router, needs);
  changeRoutes(router, needs);
  listRoutes(router, needs);
  readRoutes(router, needs);
  selectionRoutes(router, needs);
  savedViewRoutes(router, needs);
  compareRoutes(router, needs);
}

const ActionPath = Type.Object({
  order_id: uuid({ description: 'UUID of the order.' }),
  action_id: uuid({ description: "UUID of the order's `next_action`." }),
});

function changeRoutes(router: Router, needs: ChangeRouteNeeds): void {
  router.post('/orders/:order_id/cancel', {
    auth: 'orderKey',
    operationId: 'cancelOrder',
    summary: 'Cancel a pending order',
    description: 'Works until Errand starts the purchase. The hold is released.',
    response: { 204: noContent('Canceled.') },
    errors: ['order_not_cancellable', 'payload_too_large', 'unsupported_media_type'],
    async handler({ caller, params }) {
      await cancelOrder(needs, caller, params.order_id);
    },
  });

  router.post('/orders/:order_id/actions/:action_id', {
    auth: 'orderKey',
    operationId: 'answerOrderAction',
    summary: 'Complete an action',
    description:
      'Send what `next_action.answer_schema` asks for. Only the party in `asked_of` can complete the action. An approval requires a signed-in user, never a key.',
    params: ActionPath,
    body: withExample(AnswerBody, { answer: { choice: 'blue' } }),
    response: { 200: withExample(OrderView, exampleOrderView) },
    errors: ['not_found', 'action_closed'],
    async handler({ caller, person, params, body }) {
      const { order_id: orderId, action_id: actionId } = params;
      const given = { caller, person, orderId, actionId };
      return presentOrder(await answerOrderAction(needs, { ...given, answer: body.answer }), needs.clock.now());
    },
  });
}
