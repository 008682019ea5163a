import { Type } from 'typebox';
import type { Clock } from '../../../kit/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { uuid, withExample } from '../../../platform/http/index.ts';
import type { Vault } from '../../../platform/secrets/index.ts';
import type { Router } from '../../access/accounts/index.ts';
import { AnswerBody } from './actions/index.ts';
import { answerAction } from './answer-action.ts';
import { exampleOrderView, OrderView, presentOrder } from './order-view.ts';

export interface ActionRouteNeeds {
  database: Database;
  clock: Clock;
  vault: Vault;
}

const ActionPath = Type.Object({
  order_id: uuid({ description: "The order's id." }),
  action_id: uuid({ description: 'The id of its next_action.' }),
});

export function actionRoutes(router: Router, needs: ActionRouteNeeds): void {
  router.post('/orders/:order_id/actions/:action_id', {
    auth: 'orderKey',
    operationId: 'answerOrderAction',
    summary: 'Answer what an order asks',
    description:
      'The answer has the shape that next_action.answer_schema declares. Only those whom the question asks may answer; ' +
      'an approval takes a signed-in person of the account, never a key.',
    params: ActionPath,
    body: withExample(AnswerBody, { answer: { choice: 'blue' } }),
    response: { 200: withExample(OrderView, exampleOrderView) },
    errors: ['not_found', 'action_closed'],
    async handler({ caller, person, params, body }) {
      const { order_id: orderId, action_id: actionId } = params;
      const given = { caller, person, orderId, actionId };
      return presentOrder(await answerAction(needs, { ...given, answer: body.answer }), needs.clock.now());
    },
  });
}
