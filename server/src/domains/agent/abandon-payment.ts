import type { Clock } from '../../kit/clock.ts';
import { toCents } from '../../kit/money.ts';
import { type Database, inTransaction } from '../../platform/database/index.ts';
import type { Vault } from '../../platform/secrets/index.ts';
import { fundFromPayment } from '../wallet/index.ts';
import type { PaymentMethod } from './methods/method.ts';
import { proofContext } from './pay-order.ts';
import { refundRest } from './refund-order.ts';
import { findPayment, movePayment } from './store.ts';

interface Needs {
  database: Database;
  clock: Clock;
  vault: Vault;
  methodsByName: ReadonlyMap<string, PaymentMethod>;
}

/**
 * A charge that was claimed and never finished: nobody may finish it from here on. The provider is asked for the same
 * charge once more, which by its id is the same one, and what was taken goes back.
 */
export async function abandonPayment(needs: Needs, paymentId: string): Promise<void> {
  const { db } = needs.database;
  await movePayment(db, paymentId, { from: 'claimed', to: 'abandoned' });
  const payment = await findPayment(db, paymentId);
  if (payment?.status !== 'abandoned' || payment.proof === null) return;
  const method = needs.methodsByName.get(payment.method);
  if (!method)
    throw new Error(`The payment method ${payment.method} is not configured; payment ${paymentId} waits for it.`);
  const proof = needs.vault.open(payment.proof, proofContext(paymentId)).toString('utf8');
  const amount = toCents(payment.amount_cents);
  const settlement = await method.settle({ paymentId, amount, proof });
  if (settlement.kind !== 'settled') {
    await movePayment(db, paymentId, { from: 'abandoned', to: 'declined' });
    return;
  }
  const paid = { reference: settlement.reference, at: needs.clock.now() };
  await inTransaction(db, async (tx) => {
    const { world } = payment;
    await movePayment(tx, paymentId, { from: 'abandoned', to: 'abandoned', paid });
    const money = { id: paymentId, accountId: payment.account_id!, world, method: payment.method, amount };
    await fundFromPayment({ tx, clock: needs.clock }, money);
    await refundRest(needs, tx, payment);
  });
}
