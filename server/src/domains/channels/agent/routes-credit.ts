import { Type } from 'typebox';
import { toCents } from '../../../kit/money.ts';
import { uuid, withExample } from '../../../platform/http/index.ts';
import type { Router } from '../../access/accounts/index.ts';
import type { ChargeNeeds } from './charge-payment.ts';
import { buyCredit, closeCredit, creditValidDays, findCreditOwner, presentCredit } from './credit.ts';
import type { PaymentMethod } from './methods/method.ts';
import { type PaidNeeds, servePaidRequest } from './paid-route.ts';
import type { AgentProductNeeds } from './routes-products.ts';
import { AgentHeaders, paymentInfo, paymentRequiredResponse } from './schema.ts';

const credit = {
  id: uuid(),
  status: Type.Enum(['open', 'closed'], { description: 'A closed credit pays for nothing. Its rest is refunded.' }),
  amount_cents: Type.Integer({ description: 'What was bought.' }),
  balance_cents: Type.Integer({ description: 'What is left.' }),
  refunded_cents: Type.Integer({ description: 'Refunded, or being refunded.' }),
  currency: Type.String(),
  expires_at: Type.String({ format: 'date-time', description: 'When the rest is refunded automatically.' }),
};
const exampleCredit = {
  id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
  status: 'open' as const,
  amount_cents: 500,
  balance_cents: 437,
  refunded_cents: 0,
  currency: 'USD',
  expires_at: '2026-11-19T10:00:00.000Z',
};
const CreditView = withExample(Type.Object(credit), exampleCredit);
const BoughtCredit = withExample(
  Type.Object({
    ...credit,
    secret: Type.String({ description: 'Shown once. Anyone who has it can spend the credit.' }),
  }),
  { ...exampleCredit, balance_cents: 500, secret: `prepaid_${'x'.repeat(40)}` },
);
const AmountQuery = Type.Object(
  {
    amount_cents: Type.Integer({ minimum: 100, maximum: 10_000, default: 500, description: 'How much credit to buy.' }),
  },
  { additionalProperties: true },
);

const priceRule = 'Prepaid credit for data calls. The unused amount is refunded';

/** Methods sell credit if their minimum is above the price of a data call. */
export function creditRoutes(
  router: Router,
  needs: AgentProductNeeds & ChargeNeeds & PaidNeeds,
  sellers: readonly PaymentMethod[],
): void {
  router.post('/agent/credit', {
    auth: 'anyone',
    security: [{ payment: [] }],
    operationId: 'agentBuyCredit',
    summary: 'Buy credit for data calls with one charge',
    description:
      'A data call costs less than a card can be charged: one charge buys credit, and later calls draw on it with the payment ' +
      `method prepaid and the secret of this answer. What is left goes back on request, and after ${creditValidDays} days by itself.`,
    'x-payment-info': paymentInfo(sellers, null, priceRule),
    config: { keepsBytes: true },
    headers: AgentHeaders,
    query: AmountQuery,
    response: { 201: BoughtCredit },
    errors: ['bad_request', 'idempotency_in_flight', 'external_service_error'],
    otherResponses: { 402: paymentRequiredResponse },
    async handler(request, reply) {
      const amount = toCents(request.query.amount_cents);
      const wanted = { amount, description: priceRule, check: () => {} };
      return servePaidRequest(needs, { request, reply }, sellers, wanted, (payer) => buyCredit(needs, payer, amount));
    },
  });

  router.get('/agent/credit', {
    auth: 'anyone',
    security: [{ bearer: [] }],
    operationId: 'agentGetCredit',
    summary: 'Get the balance of a prepaid credit',
    response: { 200: CreditView },
    errors: ['unauthorized'],
    handler: async ({ headers }) => presentCredit(await findCreditOwner(needs, headers.authorization)),
  });

  router.post('/agent/credit/refund', {
    auth: 'anyone',
    security: [{ bearer: [] }],
    operationId: 'agentRefundCredit',
    summary: 'Close a prepaid credit and send back what is left of it',
    description: 'Refunds the rest to the original payment method. Repeating the request changes nothing.',
    response: { 200: CreditView },
    errors: ['unauthorized'],
    async handler({ headers }) {
      const { id } = await findCreditOwner(needs, headers.authorization);
      await closeCredit(needs, id);
      return presentCredit(await findCreditOwner(needs, headers.authorization));
    },
  });
}
