import { Type } from 'typebox';
import type { Database } from '../../../platform/database/index.ts';
import { type App, described, plainMoment, uuid } from '../../../platform/http/index.ts';
import { createRouter, type Guard } from '../../access/accounts/index.ts';
import { ActionView, type ActionWithOrder, listOperatorActions, presentAction } from '../orders/index.ts';

const OperatorActionsView = Type.Object({
  actions: Type.Array(
    Type.Object({
      order_id: uuid(),
      world: Type.Enum(['test', 'live']),
      retailer: Type.String(),
      asked_at: plainMoment({ description: 'When the action was created.' }),
      action: described(ActionView, 'What to do.'),
    }),
    { description: 'Orders that need an operator, longest waiting first.' },
  ),
});

const presentOperatorAction = (row: ActionWithOrder) => ({
  order_id: row.order_id,
  world: row.world,
  retailer: row.retailer,
  asked_at: row.asked_at.toISOString(),
  action: presentAction({
    ...row,
    asked_at: row.asked_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    answered_at: null,
  }),
});

/** Operators answer reviews and other actions with or without a desk. */
export function operatorActionRoutes(app: App, { database, guard }: { database: Database; guard: Guard }): void {
  createRouter(app, guard, 'Operator desk').get('/operator/actions', {
    auth: 'operator',
    operationId: 'listOperatorQuestions',
    summary: 'List actions for operators',
    description:
      'Orders that need an operator for something other than buying. Complete an action with POST /orders/{order_id}/actions/{action_id}.',
    response: { 200: OperatorActionsView },
    handler: async () => ({ actions: (await listOperatorActions(database.db, 100)).map(presentOperatorAction) }),
  });
}
