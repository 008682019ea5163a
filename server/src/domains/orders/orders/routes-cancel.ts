import { Type } from 'typebox';
import type { Clock } from '../../../kit/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { App } from '../../../platform/http/index.ts';
import { errors, everyBody, everyUnscopedRoute, validationError } from '../../../wire/index.ts';
import { callerOf, type Guard } from '../../access/accounts/index.ts';
import { cancelOrder } from './cancel-order.ts';
import type { OrderReader } from './read-order.ts';
import { OrderPath } from './schema.ts';

export interface CancelRouteNeeds {
  database: Database;
  clock: Clock;
  guard: Guard;
  read: OrderReader;
}

export function cancelRoutes(app: App, needs: CancelRouteNeeds): void {
  app.post(
    '/orders/:order_id/cancel',
    {
      onRequest: needs.guard.orderKey,
      schema: {
        tags: ['Orders'],
        security: [{ bearer: [] }],
        operationId: 'cancelOrder',
        summary: 'Cancel an order that is still pending',
        description: 'Everything that was held for it is released.',
        params: OrderPath,
        response: {
          204: Type.Null({ description: 'Cancelled.' }),
          422: validationError,
          ...errors(...everyUnscopedRoute, 'not_found', 'order_not_cancellable', ...everyBody),
        },
      },
    },
    async (request, reply) => {
      await cancelOrder(needs, callerOf(request), request.params.order_id);
      return reply.code(204).send(null);
    },
  );
}
