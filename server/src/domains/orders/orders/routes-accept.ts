import { Type } from 'typebox';
import { type TestFault, testFaults } from '../../../connectors/contract.ts';
import { Invalid } from '../../../kit/failure.ts';
import { runOnTestClock } from '../../../kit/test-clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import { prefers, withExample } from '../../../platform/http/index.ts';
import { type Caller, onceOf, type Router, sendAnswer, testClockOf } from '../../access/accounts/index.ts';
import type { UsageRecorder } from '../../access/activity/index.ts';
import type { Acceptor } from './accept-order.ts';
import { exampleOrder } from './examples.ts';
import { bodyProblems, orderRequestFrom } from './order-request.ts';
import { exampleOrderView, OrderView } from './order-view.ts';
import { OrderBody } from './schema.ts';

export interface AcceptRouteNeeds {
  db: Db;
  acceptor: Acceptor;
  usage: UsageRecorder;
  feeCents: number;
  /** Adds a payment link to a refusal for insufficient funds. */
  withLink(
    caller: Caller,
    wanted: { body: OrderBody; feeCents: number; idempotencyKey: string | null },
    refusal: unknown,
  ): Promise<unknown>;
}

function testFaultOf({ world }: Caller, header: unknown): TestFault | undefined {
  const fault = testFaults.find((one) => one === header);
  if (fault === undefined || world === 'test') return fault;
  const msg = 'Test faults work with test keys only';
  throw new Invalid([{ loc: ['header', 'Errand-Test-Fault'], msg, type: 'value_error' }]);
}

export function acceptRoutes(router: Router, needs: AcceptRouteNeeds): void {
  router.post('/orders', {
    auth: 'key',
    operationId: 'createOrder',
    summary: 'Create an order',
    description:
      'Accepts the order and puts `max_price` and the fee on hold in your wallet. Errand then places it with the store in the background. To follow it, read the order or its timeline, or use webhooks. Send an Idempotency-Key header (or `idempotency_key`) so that a retry never buys twice. With `Prefer: payment-link`, a 402 has `details.pay_url`, where someone can pay for the order.',
    isIdempotent: true,
    config: { findProblems: bodyProblems },
    headers: Type.Object({
      prefer: Type.Optional(
        Type.String({
          description: 'Send `payment-link` to get a payment link if the wallet does not cover the order.',
          maxLength: 500,
          examples: ['payment-link'],
        }),
      ),
      'errand-test-fault': Type.Optional(
        Type.Enum([...testFaults], {
          description:
            'Makes the simulated store fail for this order, so you can test your integration. Test keys only.',
        }),
      ),
    }),
    body: withExample(OrderBody, {
      ...exampleOrder('https://www.walmart.com/ip/986325010'),
      metadata: { your_reference: '1001' },
    }),
    response: { 201: withExample(OrderView, exampleOrderView) },
    errors: [
      'unsupported_retailer',
      'unsupported_country',
      'mixed_retailers',
      'invalid_shipping_address',
      'url_unreachable',
      'insufficient_funds',
      'spend_limit_exceeded',
      'policy_denied',
      'quote_refused',
      'clock_advancing',
      'not_found',
    ],
    async handler(request, reply) {
      const { caller, body } = request;
      const testFault = testFaultOf(caller, request.headers['errand-test-fault']);
      const once = onceOf(request, testFault ? { ...body, testFault } : body);
      const orderRequest = { ...orderRequestFrom(body, needs.feeCents), ...(testFault ? { testFault } : {}) };
      const testClock = await testClockOf(needs.db, caller, body.test_clock);
      const answer = await runOnTestClock(testClock, () => needs.acceptor.accept(caller, orderRequest, once)).catch(
        async (refusal: unknown) => {
          // A link is paid in real time, and so is its order.
          if (!prefers(request, 'payment-link') || testClock || testFault) throw refusal;
          const { feeCents } = needs;
          throw await needs.withLink(caller, { body, feeCents, idempotencyKey: once.key }, refusal);
        },
      );
      if (answer.order) {
        needs.usage.record({ ...caller, endpoint: 'orders.create', retailer: answer.order.retailer });
      }
      return sendAnswer(reply, answer);
    },
  });
}
