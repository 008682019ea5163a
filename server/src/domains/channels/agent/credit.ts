import { createHash } from 'node:crypto';
import { assertDefined } from '../../../kit/assert-defined.ts';
import { type Clock, dayMs, plusMs } from '../../../kit/clock.ts';
import { Failure } from '../../../kit/failure.ts';
import { newId, randomBase62 } from '../../../kit/ids.ts';
import type { Cents } from '../../../kit/money.ts';
import { type Database, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { fundFromPayment } from '../../money/wallet/index.ts';
import { type ChargeNeeds, chargePayment, type PaymentPlan, paymentIdOf } from './charge-payment.ts';
import { receiptFor } from './credential.ts';
import type { PaidAnswer, Payer } from './paid-answer.ts';
import { refundUnused } from './refund-order.ts';
import { orderKeyContext } from './secret.ts';
import { findPayment, type Paid, saveAnswer } from './sql.ts';
import { type CreditRow, closeCreditRow, findCredit, findCreditBySecret, insertCredit } from './sql-credit.ts';

/** After this, the unused rest is refunded. */
export const creditValidDays = 90;
export const closeCreditKind = 'agent.close-credit';

const secretPattern = /^prepaid_[0-9A-Za-z]{40}$/;
export const isSecret = (text: unknown): text is string => typeof text === 'string' && secretPattern.test(text);
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Charges once and creates a credit. Only the response contains the secret. */
export async function buyCredit(needs: ChargeNeeds, payer: Payer, amount: Cents): Promise<PaidAnswer> {
  const paymentId = paymentIdOf(await needs.idSecret(), payer);
  const charge = { paymentId, amount, proof: payer.proof };
  const plan: PaymentPlan = { payer, charge, orderId: null, accountId: newId(), proposed: null };
  return chargePayment(needs, plan, (tx, paid) => openCredit(needs, tx, plan, paid));
}

async function openCredit({ clock, vault }: ChargeNeeds, tx: Tx, plan: PaymentPlan, paid: Paid): Promise<PaidAnswer> {
  const { payer, charge, accountId } = plan;
  const { method } = payer;
  const id = newId();
  const secret = `prepaid_${randomBase62(40)}`;
  const now = clock.now();
  const expiresAt = plusMs(now, creditValidDays * dayMs);
  const shared = { accountId, world: method.world };
  await fundFromPayment({ tx, clock }, { ...shared, id: charge.paymentId, method: method.name, amount: charge.amount });
  await insertCredit(tx, {
    ...shared,
    id,
    paymentId: charge.paymentId,
    secretHash: hashSecret(secret),
    cents: charge.amount,
    now,
    expiresAt,
  });
  await enqueue(tx, { kind: closeCreditKind, payload: { creditId: id }, runAt: expiresAt, dedupeKey: id });
  const view = presentCredit(assertDefined(await findCredit(tx, id)));
  if (payer.idempotencyKey !== null) {
    const sealed = vault.seal(secret, orderKeyContext(charge.paymentId));
    await saveAnswer(tx, charge.paymentId, JSON.stringify(view), sealed);
  }
  const receipt = receiptFor({ method: method.name, reference: paid.reference, settledAt: paid.at });
  return { status: 201, text: JSON.stringify({ ...view, secret }), receipt, orderKey: null, isReplay: false };
}

export function presentCredit(credit: CreditRow) {
  return {
    id: credit.id,
    status: credit.closed_at ? ('closed' as const) : ('open' as const),
    amount_cents: credit.amount_cents,
    balance_cents: credit.available_cents,
    refunded_cents: credit.refunded_cents,
    currency: 'USD',
    expires_at: credit.expires_at.toISOString(),
  };
}

interface Needs {
  database: Database;
  clock: Clock;
}

/** The credit of a secret. */
export async function findCreditOwner(
  { database }: Pick<Needs, 'database'>,
  authorization: string | undefined,
): Promise<CreditRow> {
  const [, secret] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
  const credit = isSecret(secret) ? await findCreditBySecret(database.db, hashSecret(secret)) : null;
  if (!credit) throw new Failure('unauthorized', 401, "Send your credit's secret as Authorization: Bearer prepaid_…");
  return credit;
}

/** Ends a credit and refunds the rest. Idempotent. */
export async function closeCredit(needs: Needs, creditId: string): Promise<void> {
  await inTransaction(needs.database.db, async (tx) => {
    if (!(await closeCreditRow(tx, creditId, needs.clock.now()))) return;
    const credit = await findCredit(tx, creditId);
    const payment = credit && (await findPayment(tx, credit.payment_id));
    if (!payment) throw new Error(`The credit ${creditId} has no payment to refund it to.`);
    await refundUnused(needs, tx, payment);
  });
}
