import { derivedId, newId } from '../../../kit/ids.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { type Caller, createKey, defaultPermissions, noLimits } from '../../access/accounts/index.ts';
import { fundFromPayment } from '../../money/wallet/index.ts';
import { type Acceptor, type OrderRequest, presentAgentPayment, writeOrderPayment } from '../../orders/orders/index.ts';
import { type ChargeNeeds, chargePayment, type PaymentPlan, paymentIdOf } from './charge-payment.ts';
import { receiptFor } from './credential.ts';
import { orderPrice } from './model.ts';
import type { PaidAnswer, Payer } from './paid-answer.ts';
import { orderKeyContext } from './secret.ts';
import { type Paid, saveAnswer } from './sql.ts';

export interface PayOrderNeeds extends ChargeNeeds {
  acceptor: Acceptor;
}

type OrderView = Awaited<ReturnType<Acceptor['acceptWithin']>>;

/** For protocols with their own order format. */
interface SalesChannel {
  /** Runs in the order's transaction; throwing rolls back both. */
  within?(tx: Tx, orderId: string): Promise<void>;
  /** The response; the order by default. */
  serialize?(order: OrderView): unknown;
}

/** What is created when the order is paid. */
interface OrderPlan extends PaymentPlan {
  orderId: string;
  orderRequest: OrderRequest;
  channel: SalesChannel;
}

/** An agent acts as the owner of one order. */
export const createAgentCaller = (world: Caller['world'], accountId: string, keyId: string): Caller => ({
  accountId,
  world,
  keyId,
  orderId: null,
  limits: noLimits,
  ...defaultPermissions,
});

export async function payOrder(
  needs: PayOrderNeeds,
  payer: Payer,
  orderRequest: OrderRequest,
  channel: SalesChannel = {},
): Promise<PaidAnswer> {
  const secret = await needs.idSecret();
  const charge = {
    paymentId: paymentIdOf(secret, payer),
    amount: orderPrice(orderRequest.maxPrice),
    proof: payer.proof,
  };
  // A challenge pays for one order, whatever else the request says.
  const orderId = derivedId(secret, ['agent order', payer.challengeId]);
  const proposed = await needs.agentsPolicy.propose(payer.method.world, orderRequest, orderId);
  const plan: OrderPlan = { payer, orderRequest, charge, orderId, accountId: newId(), proposed, channel };
  return chargePayment(needs, plan, (tx, paid) => createPaidOrder(needs, tx, plan, paid));
}

async function createPaidOrder(needs: PayOrderNeeds, tx: Tx, plan: OrderPlan, paid: Paid): Promise<PaidAnswer> {
  const { payer, charge, accountId, orderId, orderRequest, channel } = plan;
  const { method } = payer;
  const money = { tx, clock: needs.clock };
  const { id: keyId, key } = await createKey(money, {
    accountId,
    world: method.world,
    label: 'Order key',
    orderId,
  });
  await fundFromPayment(money, {
    id: charge.paymentId,
    accountId,
    world: method.world,
    method: method.name,
    amount: charge.amount,
  });
  const order = await needs.acceptor.acceptWithin(
    tx,
    createAgentCaller(method.world, accountId, keyId),
    orderRequest,
    orderId,
  );
  await channel.within?.(tx, orderId);
  const receipt = receiptFor({ method: method.name, reference: paid.reference, settledAt: paid.at });
  const payment = { method: method.name, amount_cents: charge.amount, receipt, refunds: [] };
  await writeOrderPayment(tx, orderId, payment);
  const paidFor = { status: order.status, world: method.world, fee_cents: 0, charged_cents: null };
  const paidOrder = { ...order, payment: presentAgentPayment(payment, paidFor) };
  const text = JSON.stringify(channel.serialize ? channel.serialize(paidOrder) : paidOrder);
  if (payer.idempotencyKey !== null) {
    await saveAnswer(tx, charge.paymentId, text, needs.vault.seal(key, orderKeyContext(charge.paymentId)));
  }
  return { status: 201, text, receipt, orderKey: key, isReplay: false };
}
