import { Type } from 'typebox';
import type { Clock } from '../../../kit/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { type App, uuid, withExample } from '../../../platform/http/index.ts';
import type { Vault } from '../../../platform/secrets/index.ts';
import { errors, everyBody, validationError } from '../../../wire/index.ts';
import { callerOf, type Guard } from '../../access/accounts/index.ts';
import { AnswerBody } from './actions/index.ts';
import { answerAction } from './answer-action.ts';
import { exampleOrderView, OrderView, presentOrder } from './order-view.ts';

export interface ActionRouteNeeds {
  database: Database;
  clock: Clock;
  guard: Guard;
  vault: Vault;
}

const ActionPath = Type.Object({
  order_id: uuid({ description: "The order's id." }),
  action_id: uuid({ description: 'The id of its next_action.' }),
});

export function actionRoutes(app: App, needs: ActionRouteNeeds): void {
  app.post(
    '/orders/:order_id/actions/:action_id',
    {
      onRequest: needs.guard.orderKey,
      schema: {
        tags: ['Orders'],
        security: [{ bearer: [] }],
        operationId: 'answerOrderAction',
        summary: 'Answer what an order asks',
        description:
          'The answer has the shape that next_action.answer_schema declares. Only those whom the question asks may answer; ' +
          'an approval takes a signed-in person of the account, never a key.',
        params: ActionPath,
        body: withExample(AnswerBody, { answer: { choice: 'blue' } }),
        response: {
          200: withExample(OrderView, exampleOrderView),
          422: validationError,
          ...errors(
            'unauthorized',
            'rate_limit_exceeded',
            'service_unavailable',
            'forbidden',
            'not_found',
            'action_closed',
            ...everyBody,
          ),
        },
      },
    },
    async (request) => {
      const { order_id: orderId, action_id: actionId } = request.params;
      const given = { caller: callerOf(request), person: request.person, orderId, actionId };
      return presentOrder(await answerAction(needs, { ...given, answer: request.body.answer }), needs.clock.now());
    },
  );
}
