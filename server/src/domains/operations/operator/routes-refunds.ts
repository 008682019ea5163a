import type { Static } from 'typebox';
import type { Clock } from '../../../kit/clock.ts';
import { toCents } from '../../../kit/money.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Guard, Router } from '../../access/accounts/index.ts';
import { movesLiveOrder, OrderPath } from '../../orders/orders/index.ts';
import { readCase } from './list-decisions.ts';
import { mergeRefundItems } from './model.ts';
import { refundOrder } from './refund-order.ts';
import { AnyOrderPath, RefundBody, RefundView } from './schema-actions.ts';

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
    errors: ['not_found', 'already_exists', 'bad_request'],
  } as const;
  router.post('/operator/orders/:order_id/refund', {
    ...shared,
    operationId: 'refundOrder',
    summary: 'Refund an order',
    description:
      "Adds the amount to the customer's wallet or card, up to what was captured and not refunded yet. The customer gets an email and the event `order.refunded`. A later return or cancellation doesn't refund the same money again. Repeating the request with the same id returns 200 and changes nothing.",
    params: AnyOrderPath,
    async handler({ params, body, person }, reply) {
      const made = await refund(needs, person.email, params.order_id, body);
      return reply.code(made.isNew ? 201 : 200).send(made.view);
    },
  });
  router.post('/operator/cases/:order_id/refund', {
    ...shared,
    operationId: 'refundFromCase',
    summary: 'Refund an order from its case',
    description: 'Refunds an order that has a case. The case mentions it. Otherwise as `refundOrder`.',
    params: OrderPath,
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
