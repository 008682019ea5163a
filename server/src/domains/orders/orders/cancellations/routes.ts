import { Type } from 'typebox';
import type { Registry } from '../../../../connectors/registry.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { notFound } from '../../../../kit/failure.ts';
import type { Database, Tx } from '../../../../platform/database/index.ts';
import { type App, nullable, uuid, withExample } from '../../../../platform/http/index.ts';
import {
  createRouter,
  followClockOf,
  type Guard,
  onceOf,
  runIdempotent,
  sendAnswer,
} from '../../../access/accounts/index.ts';
import { type OrderReader, readOwnOrder } from '../read-order.ts';
import { presentCancellation } from './present.ts';
import { requestCancellation } from './request-cancellation.ts';
import { findCancellation, findLatestCancellation } from './sql.ts';

interface Needs {
  database: Database;
  clock: Clock;
  guard: Guard;
  registry: Registry;
  read: OrderReader;
}

const CancellationView = withExample(
  Type.Object(
    {
      id: uuid(),
      order_id: uuid(),
      merchant_order_id: Type.String({ description: "The store's order number." }),
      status: Type.Enum(['pending', 'cancelled', 'refused'], {
        description: 'Whether the store canceled the order. All values except `pending` are final.',
      }),
      message: nullable(Type.String(), { description: 'Why the store declined to cancel the order.' }),
      created_at: Type.String({ format: 'date-time' }),
    },
    { title: 'Cancellation', description: 'A request to the store to cancel a placed order.' },
  ),
  {
    id: '5b0d5a6e-8c1b-4f57-9a2e-7b6c5d4e3f2a',
    order_id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
    merchant_order_id: '2000123-12345678',
    status: 'pending',
    message: null,
    created_at: '2026-08-21T10:00:00.000Z',
  },
);

/** Cancels a purchase at the retailer. Before the purchase, POST /orders/{id}/cancel does. */
export function cancellationRoutes(app: App, needs: Needs): void {
  const router = createRouter(app, needs.guard, 'Orders');
  router.post('/orders/:order_id/cancellation', {
    auth: 'key',
    operationId: 'requestCancellation',
    summary: 'Ask the store to cancel',
    description:
      'For a placed order, until the store ships it. If the store agrees, the order becomes `cancelled_by_retailer` and is refunded. Not every store supports this.',
    isIdempotent: true,
    response: { 202: CancellationView },
    errors: ['order_not_cancellable', 'cancellation_running', 'payload_too_large', 'unsupported_media_type'],
    async handler(request, reply) {
      const order = await readOwnOrder(needs.read, request.caller, request.params.order_id);
      const once = onceOf(request, {});
      const { db } = needs.database;
      const ask = async (tx: Tx) => {
        const id = await requestCancellation({ ...needs, tx }, order, { merchantOrderId: null, request: {} });
        const row = await findCancellation(tx, id);
        if (!row) throw notFound();
        return {
          status: 202,
          text: JSON.stringify(presentCancellation(row)),
          resource: 'cancellation',
          resourceId: id,
        };
      };
      const answer = await followClockOf(db, order, () => runIdempotent({ db, clock: needs.clock }, once, ask));
      return sendAnswer(reply, answer);
    },
  });

  router.get('/orders/:order_id/cancellation', {
    auth: 'key',
    operationId: 'getCancellation',
    summary: "Get an order's cancellation",
    description: 'Returns the latest cancellation request to the store.',
    response: { 200: CancellationView },
    async handler({ caller, params }) {
      const order = await readOwnOrder(needs.read, caller, params.order_id);
      const row = await findLatestCancellation(needs.database.db, order.id);
      if (!row) throw notFound();
      return presentCancellation(row);
    },
  });
}
