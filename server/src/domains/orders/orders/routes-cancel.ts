import type { Clock } from '../../../kit/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { noContent } from '../../../platform/http/index.ts';
import type { Router } from '../../access/accounts/index.ts';
import { cancelOrder } from './cancel-order.ts';
import type { OrderReader } from './read-order.ts';

export interface CancelRouteNeeds {
  database: Database;
  clock: Clock;
  read: OrderReader;
}

export function cancelRoutes(router: Router, needs: CancelRouteNeeds): void {
  router.post('/orders/:order_id/cancel', {
    auth: 'orderKey',
    operationId: 'cancelOrder',
    summary: 'Cancel an order that is still pending',
    description: 'Everything that was held for it is released.',
    response: { 204: noContent('Cancelled.') },
    errors: ['order_not_cancellable', 'payload_too_large', 'unsupported_media_type'],
    async handler({ caller, params }) {
      await cancelOrder(needs, caller, params.order_id);
    },
  });
}
