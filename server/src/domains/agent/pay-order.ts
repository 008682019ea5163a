import { type Clock, minuteMs, plusMs } from '../../kit/clock.ts';
import { Failure } from '../../kit/failure.ts';
import { newId } from '../../kit/ids.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/index.ts';
import { enqueue } from '../../platform/queue/index.ts';
import type { Vault } from '../../platform/secrets/index.ts';
import { type Caller, createKey, fullPower, insertAccount, noLimits } from '../accounts/index.ts';
import { type Acceptor, type OrderRequest, presentPayment, writeOrderPayment } from '../orders/index.ts';
import { fundFromPayment } from '../wallet/index.ts';
import { receiptFor } from './credential.ts';
import {
  actionRequired,
  orderNotMade,
  paymentAbandoned,
  paymentDeclined,
  paymentInDoubt,
  paymentUnderWay,
  usedChallenge,
} from './failures.ts';
import type { Charge, Settlement } from './methods/method.ts';
import { orderPrice } from './model.ts';
import { answerOfFirst, orderKeyContext, type PaidAnswer, type Payer } from './paid-answer.ts';
import { insertOrderPayment, movePayment, noteLook, type Paid, saveAnswer } from './store.ts';

export interface PayOrderNeeds {
  database: Database;
  clock: Clock;
  vault: Vault;
  acceptor: Acceptor;
  logger: { error(details: object, message: string): void };
}

/** After this a charge that was claimed and not finished goes back; longer than any charge may take. */
export const abandonAfterMs = 2 * minuteMs;
export const abandonKind = 'agent.abandon';
export const proofContext = (paymentId: string): string => `agent_payments/${paymentId}/proof`;

/** Everything that will exist once the order is paid for. */
interface Plan {
  payer: Payer;
  orderRequest: OrderRequest;
  charge: Charge;
  orderId: string;
  accountId: string;
}

/** Whoever an agent is: nobody but the owner of this one order. */
export const agentCaller = (world: Caller['world'], accountId: string, keyId: string): Caller => ({
  accountId,
  world,
  keyId,
  orderId: null,
  limits: noLimits,
  ...fullPower,
});

/**
 * Takes the payment and makes the order. A method of our own books does both in one transaction. One that charges
 * outside goes claim (committed) → charge → finish: whatever dies in between leaves a claim, and a job gives it back.
 */
export async function payOrder(needs: PayOrderNeeds, payer: Payer, orderRequest: OrderRequest): Promise<PaidAnswer> {
  const charge = { paymentId: newId(), amount: orderPrice(orderRequest.maxPrice), proof: payer.proof };
  const plan: Plan = { payer, orderRequest, charge, orderId: newId(), accountId: newId() };
  const { db } = needs.database;
  if (payer.method.isLocal) {
    const paid = { reference: referenceOf(await payer.method.settle(charge)), at: needs.clock.now() };
    const made = await inTransaction(db, async (tx) =>
      (await open(needs, tx, plan, paid)) ? finish(needs, tx, plan, paid) : null,
    );
    return made ?? (await repeated(needs, payer));
  }
  const isClaimed = await inTransaction(db, (tx) => open(needs, tx, plan, null));
  if (!isClaimed) return repeated(needs, payer);
  const paid = { reference: await chargeOutside(needs, plan), at: needs.clock.now() };
  return inTransaction(db, async (tx) => {
    const isOurs = await movePayment(tx, charge.paymentId, { from: 'claimed', to: 'settled', paid });
    if (!isOurs) throw paymentAbandoned();
    return finish(needs, tx, plan, paid);
  }).catch((error: unknown) => {
    // The retailer was switched off while the payment was under way: what was taken goes back, and nobody is to pay again.
    if (error instanceof Failure && error.status < 500) throw orderNotMade(error.message);
    throw error;
  });
}

async function repeated(needs: PayOrderNeeds, payer: Payer): Promise<PaidAnswer> {
  const first = await answerOfFirst({ db: needs.database.db, vault: needs.vault }, payer);
  if (!first) throw usedChallenge();
  return first;
}

function referenceOf(settlement: Settlement): string {
  switch (settlement.kind) {
    case 'settled':
      return settlement.reference;
    case 'declined':
      throw paymentDeclined(settlement.reason);
    case 'action_required':
      throw actionRequired(settlement.reason);
    case 'processing':
      throw paymentUnderWay();
  }
}

/** Uses the challenge up: false when somebody else did. With null the charge is still to come. */
async function open(needs: PayOrderNeeds, tx: Tx, plan: Plan, paid: Paid | null): Promise<boolean> {
  const { payer, charge, accountId, orderId } = plan;
  const now = needs.clock.now();
  const isFirst = await insertOrderPayment(tx, {
    id: charge.paymentId,
    challengeId: payer.challengeId,
    method: payer.method.name,
    world: payer.method.world,
    cents: charge.amount,
    idempotencyKey: payer.idempotencyKey,
    proof: paid ? null : needs.vault.seal(charge.proof, proofContext(charge.paymentId)),
    paid,
    accountId,
    orderId,
    now,
  });
  if (!isFirst) return false;
  await insertAccount(tx, accountId, null, now);
  if (!paid) {
    const payload = { paymentId: charge.paymentId };
    await enqueue(tx, { kind: abandonKind, payload, runAt: plusMs(now, abandonAfterMs), dedupeKey: charge.paymentId });
  }
  return true;
}

async function chargeOutside(needs: PayOrderNeeds, { payer, charge }: Plan): Promise<string> {
  const settlement = await payer.method.settle(charge).catch((error: unknown) => {
    // Stays claimed: the job that was enqueued with the claim finds out, and gives back what was taken.
    needs.logger.error({ err: error, payment: charge.paymentId }, 'a charge is in doubt');
    throw paymentInDoubt();
  });
  if (settlement.kind === 'processing') {
    // Stays claimed, with its name: the same job reads it until it is final.
    await noteLook(needs.database.db, charge.paymentId, { ...settlement, at: needs.clock.now() });
  } else if (settlement.kind !== 'settled') {
    await movePayment(needs.database.db, charge.paymentId, { from: 'claimed', to: 'declined' });
  }
  return referenceOf(settlement);
}

async function finish(needs: PayOrderNeeds, tx: Tx, plan: Plan, paid: Paid): Promise<PaidAnswer> {
  const { payer, charge, accountId, orderId, orderRequest } = plan;
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
    agentCaller(method.world, accountId, keyId),
    orderRequest,
    orderId,
  );
  const receipt = receiptFor({ method: method.name, reference: paid.reference, settledAt: paid.at });
  const payment = { method: method.name, amount_cents: charge.amount, receipt, refunds: [] };
  await writeOrderPayment(tx, orderId, payment);
  const text = JSON.stringify({ ...order, payment: presentPayment(payment) });
  if (payer.idempotencyKey !== null) {
    await saveAnswer(tx, charge.paymentId, text, needs.vault.seal(key, orderKeyContext(charge.paymentId)));
  }
  return { status: 201, text, receipt, orderKey: key, isReplay: false };
}
