import { type Clock, hourMs, minuteMs, plusMs } from '../../../kit/clock.ts';
import { toCents } from '../../../kit/money.ts';
import { type Database, inTransaction, isRestoredSince } from '../../../platform/database/index.ts';
import type { JobControl } from '../../../platform/queue/index.ts';
import type { Vault } from '../../../platform/secrets/index.ts';
import { fundFromPayment } from '../../money/wallet/index.ts';
import type { PaymentMethod, Settlement } from './methods/method.ts';
import { refundUnused } from './refund-order.ts';
import { proofContext } from './secret.ts';
import { findPayment, movePayment, type PaymentRow, recordChargeCheck } from './sql.ts';

interface Needs {
  database: Database;
  clock: Clock;
  vault: Vault;
  methodsByName: ReadonlyMap<string, PaymentMethod>;
}

/** Providers remember an idempotency key for a day. A later request with it could charge again. */
const keyLifetimeMs = 20 * hourMs;
const firstCheckMs = minuteMs;
const lastCheckMs = hourMs;

/**
 * Ends a charge that was claimed and never finished. No request may finish it from here on. Errand reads it until it
 * is final, and refunds what was taken.
 */
export async function abandonPayment(
  needs: Needs,
  paymentId: string,
  control: Pick<JobControl, 'rescheduleAt'>,
): Promise<void> {
  const { db } = needs.database;
  await movePayment(db, paymentId, { from: 'claimed', to: 'abandoned' });
  const payment = await findPayment(db, paymentId);
  if (payment?.status !== 'abandoned' || payment.settled_at !== null) return;
  const settlement = await lookUpCharge(needs, payment).catch(async (error: unknown) => {
    const answer = `The provider could not be reached: ${error instanceof Error ? error.message : String(error)}`;
    await recordChargeCheck(db, paymentId, { reference: null, answer, at: needs.clock.now() });
    throw error;
  });
  switch (settlement.kind) {
    case 'settled':
      if (await isRestoredSince(db, payment.claimed_at)) return holdForOperator(needs, payment, settlement.reference);
      return refundAll(needs, payment, settlement.reference);
    case 'processing': {
      const at = needs.clock.now();
      await recordChargeCheck(db, paymentId, { ...settlement, at });
      const waitMs = Math.min(firstCheckMs * 2 ** Math.min(payment.looks, 10), lastCheckMs);
      return control.rescheduleAt(db, plusMs(at, waitMs));
    }
    default:
      await movePayment(db, paymentId, { from: 'abandoned', to: 'declined' });
  }
}

/**
 * Reads the charge first. If the provider knows none, requests it once more under the same key: a first request that
 * is still in transit then finds its key used, so no charge appears after this check.
 */
async function lookUpCharge({ clock, vault, methodsByName }: Needs, payment: PaymentRow): Promise<Settlement> {
  const { id: paymentId, method: name, reference, claimed_at: claimedAt } = payment;
  const method = methodsByName.get(name);
  if (!method) throw new Error(`The payment method ${name} is not configured; payment ${paymentId} is waiting for it.`);
  const found = await method.find({ paymentId, reference, claimedAt });
  if (found) return found;
  const isKeyGood = clock.now() < plusMs(claimedAt, keyLifetimeMs);
  if (payment.proof === null || !isKeyGood) return { kind: 'declined', reason: 'The provider found no charge' };
  const proof = vault.open(payment.proof, proofContext(paymentId)).toString('utf8');
  return method.settle({ paymentId, amount: toCents(payment.amount_cents), proof });
}

/** After a restore, the order may have been bought without a record, so the money stays until a person decides. */
async function holdForOperator({ database, clock }: Needs, payment: PaymentRow, reference: string): Promise<void> {
  const answer =
    'Paid, but the database has been restored since then. Find the purchase with "stores reconcile". If there is none, refund the payment with the provider. Then close this entry.';
  await recordChargeCheck(database.db, payment.id, { reference, answer, at: clock.now() });
}

async function refundAll(needs: Needs, payment: PaymentRow, reference: string): Promise<void> {
  const { id, world, method, account_id: accountId } = payment;
  if (accountId === null) throw new Error(`The payment ${id} has no account to book its charge to.`);
  const paid = { reference, at: needs.clock.now() };
  await inTransaction(needs.database.db, async (tx) => {
    if (!(await movePayment(tx, id, { from: 'abandoned', to: 'abandoned', paid }))) return;
    const money = { id, accountId, world, method, amount: toCents(payment.amount_cents) };
    await fundFromPayment({ tx, clock: needs.clock }, money);
    await refundUnused(needs, tx, { ...payment, reference });
  });
}
