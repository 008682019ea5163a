import { runOnTestClock } from '../../../../kit/test-clock.ts';
import { type App, withExample } from '../../../../platform/http/index.ts';
import { type Caller, createRouter, type Guard, testClockOf } from '../../../access/accounts/index.ts';
import { presentFinding, previewDecisions, VerdictView } from '../../../access/policies/index.ts';
import {
  bodyProblems,
  exampleOrder,
  OrderBody,
  type OrderRequest,
  orderRequestFrom,
  policyRequestOf,
} from '../../orders/index.ts';
import { noLimitCents } from './model.ts';
import { presentQuote } from './present.ts';
import { type QuoteNeeds, quoteOrder } from './quote-order.ts';
import { QuoteBody, QuoteView } from './schema.ts';

interface RouteNeeds extends QuoteNeeds {
  guard: Guard;
  feeCents: number;
}

const refusals = [
  'unsupported_retailer',
  'unsupported_country',
  'mixed_retailers',
  'invalid_shipping_address',
  'url_unreachable',
  'insufficient_funds',
  'spend_limit_exceeded',
  'clock_advancing',
  'not_found',
] as const;

export function quoteRoutes(app: App, needs: RouteNeeds): void {
  createRouter(app, needs.guard, 'Orders').post('/orders/quote', {
    auth: 'key',
    operationId: 'quoteOrder',
    summary: 'Get a quote',
    description:
      'Takes the same body as POST /orders, but `max_price` is optional. Errand fills a cart, reads the exact tax and shipping, and empties the cart again. Nothing is bought or put on hold. Send the `quote_id` with the order to lock the price.',
    config: { findProblems: bodyProblems },
    body: withExample(QuoteBody, exampleOrder('https://www.walmart.com/ip/986325010')),
    response: { 200: QuoteView },
    errors: [...refusals, 'quote_refused', 'account_in_use'],
    async handler(request) {
      const { caller } = request;
      const { max_price: maxPrice = null } = request.body;
      const body = { ...request.body, max_price: maxPrice ?? noLimitCents };
      // The key's limits apply to a requested price. Without one, nothing is requested yet.
      const asked = maxPrice === null ? { ...caller, limits: { ...caller.limits, spendPerOrder: null } } : caller;
      const orderRequest = orderRequestFrom(body, needs.feeCents);
      const testClock = await testClockOf(needs.database.db, caller, body.test_clock);
      return presentQuote(await runOnTestClock(testClock, () => quoteOrder(needs, asked, orderRequest, maxPrice)));
    },
  });

  createRouter(app, needs.guard, 'Policies').post('/policy/simulate', {
    auth: 'key',
    operationId: 'simulatePolicy',
    summary: 'Simulate a policy decision',
    description:
      'Takes the same body as POST /orders and returns what your policies would decide. Nothing is stored, and no store is contacted.',
    config: { findProblems: bodyProblems },
    body: withExample(OrderBody, exampleOrder('https://www.walmart.com/ip/986325010')),
    response: { 200: VerdictView },
    errors: refusals,
    async handler({ caller, body }) {
      const orderRequest = orderRequestFrom(body, needs.feeCents);
      const testClock = await testClockOf(needs.database.db, caller, body.test_clock);
      return runOnTestClock(testClock, () => simulate(needs, caller, orderRequest));
    },
  });
}

/** What the policies would decide. */
async function simulate(needs: RouteNeeds, caller: Caller, orderRequest: OrderRequest) {
  const order = await needs.acceptor.price(caller, orderRequest);
  const asked = policyRequestOf({ caller, order, titles: await needs.acceptor.titlesFor(caller, order) });
  const [decided] = await previewDecisions(needs.database.db, caller, [asked], needs.clock.now());
  return { decision: decided?.decision ?? 'allow', rules: (decided?.findings ?? []).map(presentFinding) };
}
