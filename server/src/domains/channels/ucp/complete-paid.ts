import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '../../../kit/failure.ts';
import { formatCents } from '../../../kit/money.ts';
import type { World } from '../../../kit/world.ts';
import { agentsAccountId } from '../../access/accounts/index.ts';
import {
  createAgentCaller,
  orderPrice,
  type PaidNeeds,
  type PaymentMethod,
  type PayOrderNeeds,
  payOrder,
  servePaidRequest,
} from '../agent/index.ts';
import type { Buyer } from './checkout.ts';
import {
  type CheckoutNeeds,
  type CheckoutState,
  completeOrderRequest,
  findOwnCheckout,
  readCheckout,
} from './checkouts.ts';
import { checkoutChanged, checkoutClosed, instrumentNotOffered } from './failures.ts';
import { orderCheckout } from './sql.ts';

export interface AgentPayment extends PaidNeeds, PayOrderNeeds {
  methods: readonly PaymentMethod[];
  /** Methods for data calls; may be empty. */
  callMethods: readonly PaymentMethod[];
}

interface Needs extends CheckoutNeeds {
  payment: AgentPayment;
}

/**
 * Completes a checkout without a key: responds with 402 like agent mode, and the payment covers this checkout as it
 * was read. The order and the payment are created together.
 */
export async function completePaid(
  needs: Needs,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  buyer: Extract<Buyer, { kind: 'agent' }>,
  id: string,
  show: (totals: CheckoutState) => Record<string, unknown>,
): Promise<FastifyReply> {
  const checkout = await findOwnCheckout(needs, buyer, id);
  if (checkout.state === 'ordered') return exchange.reply.send(show(await readCheckout(needs, buyer, id)));
  if (checkout.state !== 'open') throw checkoutClosed();
  const orderRequest = completeOrderRequest(needs, checkout);
  const amount = orderPrice(orderRequest.maxPrice);
  const { authorization } = exchange.request.headers;
  const denials =
    authorization === undefined && checkout.agentWorld !== null
      ? await needs.payment.agentsPolicy.preview(new Set([checkout.agentWorld]), orderRequest)
      : new Map<World, Failure>();
  const wanted = {
    amount,
    description: `Checkout ${id}: ${formatCents(amount)}. The unused amount is refunded`,
    check(world: World) {
      if (world !== checkout.agentWorld) throw instrumentNotOffered();
      needs.acceptor.check(createAgentCaller(world, agentsAccountId, agentsAccountId), orderRequest);
      const denied = denials.get(world);
      if (denied) throw denied;
    },
  };
  return servePaidRequest(needs.payment, exchange, needs.payment.methods, wanted, (payer) =>
    payOrder(needs.payment, payer, orderRequest, {
      async within(tx, orderId) {
        if (!(await orderCheckout(tx, checkout, orderId))) throw checkoutChanged();
      },
      serialize: (order) => show({ checkout: { ...checkout, state: 'ordered', orderId: order.id }, order }),
    }),
  );
}
