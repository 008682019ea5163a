import type { Clock } from '../../../../kit/clock.ts';
import { Failure, Invalid } from '../../../../kit/failure.ts';
import { isUuid } from '../../../../kit/ids.ts';
import { type Database, inTransaction } from '../../../../platform/database/index.ts';
import {
  type Caller,
  createdIdOf,
  defaultPermissions,
  idempotentRequestFrom,
  loadCaller,
  lockAccountOfKey,
  noLimits,
} from '../../../access/accounts/index.ts';
import { findTopUp, insertStray, type SettleNeeds } from '../../../money/top-ups/index.ts';
import { type Acceptor, type AgentsPolicy, orderRequestFrom } from '../../../orders/orders/index.ts';
import { payUrlOf } from './present.ts';
import { refundUnusedLinkFunds } from './refund-rest.ts';
import { findByTopUp, findPayment, lockPayment, movePayment, type PaymentRow, saveTopUp } from './sql.ts';

export interface PlaceNeeds extends SettleNeeds {
  database: Database;
  clock: Clock;
  acceptor: Acceptor;
  agentsPolicy: AgentsPolicy;
  publicUrl: string;
}

/**
 * Creates the order once its payment is in the wallet. Idempotent. An account's order uses the client's idempotency
 * key, so the client's own retry finds this order.
 */
export async function placePaidOrder(needs: PlaceNeeds, topUpId: string): Promise<void> {
  const payment = (await findByTopUp(needs.database.db, topUpId)) ?? (await relinkPayment(needs, topUpId));
  if (!payment) return;
  const { db } = needs.database;
  if (payment.status === 'requires_action') {
    await movePayment(db, payment.id, { from: 'requires_action', to: 'authorized' });
  } else if (payment.status !== 'authorized') {
    // Paid after it expired: an agent has no wallet for the money.
    if (payment.status !== 'accepted' && payment.is_agent) await refundUnusedLinkFunds(needs, payment);
    return;
  }
  await (payment.is_agent ? placeForAgent(needs, payment) : placeForAccount(needs, payment)).catch(
    async (refusal: unknown) => {
      if (!isFinal(refusal)) throw refusal;
      await movePayment(db, payment.id, { from: 'authorized', to: 'failed', failure: refusal.message });
      if (payment.is_agent) await refundUnusedLinkFunds(needs, payment);
    },
  );
}

/**
 * A restored database may have the payment without its top-up, which is then recorded again without it. An ended
 * payment may have been bought before the restore, so its money waits for an operator.
 */
async function relinkPayment(needs: PlaceNeeds, topUpId: string): Promise<PaymentRow | null> {
  const { db } = needs.database;
  const topUp = await findTopUp(db, topUpId);
  const id = topUp?.return_url?.startsWith(payUrlOf(needs.publicUrl, '')) ? topUp.return_url.slice(-36) : '';
  const payment = isUuid(id) ? await findPayment(db, id) : null;
  if (!topUp || !payment) return null;
  if (payment.status === 'requires_action' && payment.top_up_id === null) {
    await saveTopUp(db, id, topUpId);
    return findByTopUp(db, topUpId);
  }
  // An account keeps the money in its wallet; an agent gets it back.
  if (!payment.is_agent || topUp.payment_reference === null) return null;
  const stray = {
    method: topUp.provider,
    world: topUp.world,
    reference: topUp.payment_reference,
    namedId: null,
    accountId: topUp.account_id,
    cents: topUp.amount_cents,
    currency: topUp.currency,
    reason: `Payment ${id} was paid, and it is ${payment.status} in this database. Find the purchase with "stores reconcile". If there is none, refund the payment. Then close this entry.`,
    paidAt: topUp.paid_at ?? topUp.created_at,
  };
  await insertStray(db, stray, needs.clock.now());
  return null;
}

/** Refusals that a retry would meet again. */
const isFinal = (error: unknown): error is Failure | Invalid =>
  error instanceof Invalid ||
  (error instanceof Failure && error.status < 500 && error.code !== 'idempotency_in_flight');

async function placeForAccount(needs: PlaceNeeds, payment: PaymentRow): Promise<void> {
  const { db } = needs.database;
  const caller = await loadCaller(db, payment.api_key_id, needs.clock.now());
  if (!caller) throw new Failure('unauthorized', 401, 'The API key that requested this was revoked or expired.');
  const { body, idempotency_key: key } = payment;
  if (body === null) return;
  const operation = key === null ? 'POST /payments' : 'POST /orders';
  const once = idempotentRequestFrom({ caller, operation, header: key ?? payment.id, body });
  const answer = await needs.acceptor.accept(caller, orderRequestFrom(body, payment.fee_cents), once);
  const orderId = answer.order?.id ?? createdIdOf(answer);
  await movePayment(db, payment.id, { from: 'authorized', to: 'accepted', orderId });
}

async function placeForAgent(needs: PlaceNeeds, { id, ...asked }: PaymentRow): Promise<void> {
  if (asked.body === null || asked.order_id === null) return;
  const request = orderRequestFrom(asked.body, asked.fee_cents);
  const proposed = await needs.agentsPolicy.propose(asked.world, request, asked.order_id);
  const denied = await inTransaction(needs.database.db, async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment?.status !== 'authorized' || payment.body === null || payment.order_id === null) return null;
    const denial = await needs.agentsPolicy.decide(tx, payment.world, proposed);
    if (denial) return denial;
    const { world, api_key_id: keyId, order_id: orderId, fee_cents: feeCents } = payment;
    const accountId = await lockAccountOfKey(tx, keyId);
    if (accountId === null) throw new Error(`The key for payment ${id} is gone.`);
    const caller: Caller = { accountId, world, keyId, orderId: null, limits: noLimits, ...defaultPermissions };
    await needs.acceptor.acceptWithin(tx, caller, orderRequestFrom(payment.body, feeCents), orderId);
    await movePayment(tx, id, { from: 'authorized', to: 'accepted' });
    return null;
  });
  if (denied) throw denied;
}
