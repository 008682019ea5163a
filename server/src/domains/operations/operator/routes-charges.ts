import { Type } from 'typebox';
import type { Clock } from '../../../kit/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { type App, moment, nullable, uuid, withExample } from '../../../platform/http/index.ts';
import { errors, validationError } from '../../../wire/index.ts';
import type { Guard } from '../../access/accounts/index.ts';
import { openCharges } from './open-charges.ts';
import { presentOpenCharge } from './present.ts';
import { at, count, PageQuery, world } from './schema.ts';

const OpenChargeList = withExample(
  Type.Object({
    charges: Type.Array(
      Type.Object({
        id: uuid(),
        kind: Type.Enum(['charge', 'refund']),
        world: world(),
        account_id: nullable(uuid()),
        method: Type.String(),
        reference: nullable(
          Type.String({ description: "The provider's own name for it; null where its answer was lost." }),
        ),
        amount_cents: count(),
        since: moment(),
        looks: Type.Integer({ minimum: 0, description: 'How often the provider was asked.' }),
        last_answer: nullable(Type.String()),
      }),
    ),
    total: count(),
  }),
  {
    charges: [
      {
        id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
        kind: 'charge' as const,
        world: 'live' as const,
        account_id: '5d0c3f5e-61a6-4a3a-8e5b-6d7c8b9a0f1e',
        method: 'stripe',
        reference: 'pi_3Q0000000000',
        amount_cents: 5100,
        since: at,
        looks: 3,
        last_answer: 'Stripe says that it is processing',
      },
    ],
    total: 1,
  },
);

/** Charges and refunds that the payment provider has not brought to an end. */
export function chargeRoutes(app: App, needs: { database: Database; clock: Clock; guard: Guard }): void {
  const { db } = needs.database;
  app.get(
    '/operator/charges',
    {
      onRequest: needs.guard.operator,
      schema: {
        tags: ['Operator'],
        security: [{ session: [] }],
        operationId: 'listOpenCharges',
        summary: 'Charges and refunds that are not final at their payment provider, the longest waiting first',
        description:
          'Each is read at the provider until it is final, at least once an hour; what a charge took that nobody needed goes back by itself.',
        querystring: PageQuery,
        response: {
          200: OpenChargeList,
          422: validationError,
          ...errors('unauthorized', 'forbidden', 'rate_limit_exceeded', 'service_unavailable'),
        },
      },
    },
    async (request) => {
      const { charges, total } = await openCharges(db, needs.clock.now(), request.query);
      return { charges: charges.map(presentOpenCharge), total };
    },
  );
}
