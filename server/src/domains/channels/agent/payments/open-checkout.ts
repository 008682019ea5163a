import { notFound } from '../../../../kit/failure.ts';
import { inTransaction } from '../../../../platform/database/index.ts';
import { lockAccountOfKey } from '../../../access/accounts/index.ts';
import {
  type CreateNeeds,
  findTopUp,
  insertRequestedTopUp,
  minCents,
  openPaymentPage,
} from '../../../money/top-ups/index.ts';
import { paymentClosed } from './failures.ts';
import { payUrlOf } from './present.ts';
import { lockPayment, saveTopUp } from './sql.ts';

/** The provider's checkout page. A payment has one until it expires. */
export async function openCheckout(needs: CreateNeeds, paymentId: string): Promise<string> {
  const { db } = needs.database;
  const topUpId = await inTransaction(db, async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (!payment) throw notFound();
    if (payment.status !== 'requires_action' || payment.expires_at <= needs.clock.now()) throw paymentClosed();
    const earlier = payment.top_up_id === null ? null : await findTopUp(tx, payment.top_up_id);
    if (earlier?.status === 'requires_action') return earlier.id;
    // Just paid: the order is being created.
    if (earlier?.status === 'succeeded') throw paymentClosed();
    const { world } = payment;
    const accountId = await lockAccountOfKey(tx, payment.api_key_id);
    if (accountId === null) throw paymentClosed();
    const cents = Math.max(payment.max_price_cents + payment.fee_cents, minCents);
    const returnUrl = payUrlOf(needs.publicUrl, paymentId);
    const id = await insertRequestedTopUp(needs, tx, { accountId, world, cents, currency: 'USD', returnUrl });
    await saveTopUp(tx, paymentId, id);
    return id;
  });
  await openPaymentPage(needs, topUpId);
  const topUp = await findTopUp(db, topUpId);
  if (topUp?.pay_url == null) throw paymentClosed();
  return topUp.pay_url;
}
