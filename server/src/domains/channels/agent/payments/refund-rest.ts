import { Failure } from '../../../../kit/failure.ts';
import { findTopUp, refundTopUp, type SettleNeeds } from '../../../money/top-ups/index.ts';
import { findByOrder, type PaymentRow } from './sql.ts';

/** Refunds what the order does not need. Idempotent. */
export async function refundUnusedLinkFunds(needs: SettleNeeds, of: string | PaymentRow): Promise<void> {
  const payment = typeof of === 'string' ? await findByOrder(needs.database.db, of) : of;
  if (!payment?.is_agent || payment.top_up_id === null) return;
  const topUp = await findTopUp(needs.database.db, payment.top_up_id);
  if (!topUp) return;
  await refundTopUp(needs, { accountId: topUp.account_id, world: topUp.world }, topUp.id).catch((refusal: unknown) => {
    if (!(refusal instanceof Failure && refusal.code === 'nothing_to_refund')) throw refusal;
  });
}
