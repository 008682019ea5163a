import type { Clock } from '../../../kit/clock.ts';
import { Failure, Invalid, notFound } from '../../../kit/failure.ts';
import { toCents } from '../../../kit/money.ts';
import type { World } from '../../../kit/world.ts';
import type { Database } from '../../../platform/database/index.ts';
import { type App, optionalBody, withExample } from '../../../platform/http/index.ts';
import { agentsAccountId, createRouter, type Router } from '../../access/accounts/index.ts';
import {
  type Acceptor,
  bodyProblems,
  exampleOrder,
  exampleOrderView,
  OrderBody,
  type OrderRequest,
  OrderView,
  orderRequestFrom,
} from '../../orders/orders/index.ts';
import { emptyWallet } from './failures.ts';
import { orderFee, orderPrice } from './model.ts';
import { creditSellers } from './offers.ts';
import { idempotencyKeyOf, type PayLink, servePaidRequest } from './paid-route.ts';
import { createAgentCaller, type PayOrderNeeds, payOrder } from './pay-order.ts';
import { creditRoutes } from './routes-credit.ts';
import { type AgentProductNeeds, agentProductRoutes } from './routes-products.ts';
import { AgentHeaders, orderQuery, paymentInfo, paymentRequiredResponse } from './schema.ts';

export interface AgentRouteNeeds extends AgentProductNeeds, PayOrderNeeds {
  /** A payment link for this order. */
  offerLink(
    world: World,
    wanted: { body: OrderBody; feeCents: number; idempotencyKey: string | null },
  ): Promise<PayLink | null>;
  database: Database;
  clock: Clock;
}

const priceRule = "The order's max_price plus 1 USD. The unused amount is refunded";

export function agentRoutes(app: App, needs: AgentRouteNeeds): void {
  if (needs.methods.length === 0) return;
  const router = createRouter(app, needs.guard, 'Agent');
  orderRoute(router, needs);
  const sellers = creditSellers(needs.methods);
  if (sellers.length > 0) creditRoutes(router, needs, sellers);
  agentProductRoutes(router, needs);
}

function orderRoute(router: Router, needs: AgentRouteNeeds): void {
  const { methods } = needs;
  router.post('/agent/orders', {
    auth: 'anyone',
    security: [{ payment: [] }],
    operationId: 'agentCreateOrder',
    summary: 'Buy without an account',
    description:
      'The request pays for the order: `max_price` plus 1 USD is charged up front. The difference is refunded to the same payment method, or everything if the order fails or is canceled. The response has a key for this order in X-Api-Key. Without a body, the 402 explains the price. With `Prefer: payment-link`, the 402 has `error.details.pay_url`, where someone can pay instead, and an X-Api-Key for the order that this creates.',
    'x-payment-info': paymentInfo(methods, null, priceRule),
    config: { keepsBytes: true, findProblems: bodyProblems },
    headers: AgentHeaders,
    query: orderQuery(methods),
    body: optionalBody(withExample(OrderBody, exampleOrder('https://www.walmart.com/ip/986325010'))),
    response: { 201: withExample(OrderView, exampleOrderView) },
    errors: [
      'bad_request',
      'unsupported_retailer',
      'unsupported_country',
      'mixed_retailers',
      'invalid_shipping_address',
      'url_unreachable',
      'policy_denied',
      'not_found',
      'idempotency_in_flight',
      'external_service_error',
    ],
    otherResponses: { 402: paymentRequiredResponse },
    async handler(request, reply) {
      const exchange = { request, reply };
      const { body } = request;
      const shared = { description: priceRule, only: request.query.method };
      if (body === undefined) {
        // This challenge cannot buy anything, since it is bound to an empty body. It only shows the price.
        const wanted = { ...shared, amount: orderFee, check: () => {} };
        return servePaidRequest(needs, exchange, methods, wanted, () => Promise.reject(bodyMissing()));
      }
      if (body.test_clock) throw clockUnsupported();
      const orderRequest = orderRequestFrom(body, orderFee);
      if (orderRequest.card) throw agentsPayWithTheRequest();
      const amount = orderPrice(toCents(body.max_price));
      const denials = await denialsFor(needs, request.headers.authorization, orderRequest);
      const check = (world: World) => {
        checkOrder(needs.acceptor, world, orderRequest);
        const denied = denials.get(world);
        if (denied) throw denied;
      };
      const link = (world: World) =>
        needs.offerLink(world, { body, feeCents: orderFee, idempotencyKey: idempotencyKeyOf(request) });
      return servePaidRequest(needs, exchange, methods, { ...shared, amount, check, link }, (payer) =>
        payOrder(needs, payer, orderRequest),
      );
    },
  });
}

const agentsPayWithTheRequest = (): Invalid =>
  new Invalid([
    {
      loc: ['body', 'payment', 'mode'],
      msg: "Agents pay for each request, so saved cards can't be used",
      type: 'value_error',
    },
  ]);

/** Without an account there are no clocks, so every id is unknown. */
const clockUnsupported = (): Invalid =>
  new Invalid([{ loc: ['body', 'test_clock'], msg: 'No test clock has this ID', type: 'value_error' }]);

const bodyMissing = (): Invalid => new Invalid([{ loc: ['body'], msg: 'Field required', type: 'missing' }]);

function checkOrder(acceptor: Acceptor, world: World, orderRequest: OrderRequest): void {
  // Without an account there are no retailer accounts, so every id is unknown.
  if (orderRequest.retailerCredentialsId !== null) throw notFound();
  try {
    acceptor.check(createAgentCaller(world, agentsAccountId, agentsAccountId), orderRequest);
  } catch (refusal) {
    // A 402 would ask for payment.
    if (refusal instanceof Failure && refusal.status === 402) throw emptyWallet();
    throw refusal;
  }
}

/**
 * What the policy denies is not offered, nor an order in a currency without an exchange rate. A paid request is
 * decided when its payment is taken, so that the decision is stored and two concurrent requests cannot both use the
 * rest of a limit.
 */
async function denialsFor(
  { acceptor, agentsPolicy, methods }: AgentRouteNeeds,
  authorization: string | undefined,
  orderRequest: OrderRequest,
): Promise<Map<World, Failure>> {
  if (authorization !== undefined) return new Map();
  const worlds = new Set(methods.map(({ world }) => world));
  const denials = await agentsPolicy.preview(worlds, orderRequest);
  for (const world of worlds) {
    const caller = createAgentCaller(world, agentsAccountId, agentsAccountId);
    await acceptor.price(caller, orderRequest).catch((refusal: unknown) => {
      if (refusal instanceof Failure && refusal.code === 'currency_unsupported') denials.set(world, refusal);
      else if (!(refusal instanceof Failure || refusal instanceof Invalid)) throw refusal;
    });
  }
  return denials;
}
