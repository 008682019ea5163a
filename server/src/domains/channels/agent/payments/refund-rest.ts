import { Failure } from '../../../../kit/failure.ts';
import { findTopUp, refundTopUp, type SettleNeeds } from '../../../money/top-ups/index.ts';
import { findByOrder, type PaymentRow } from './sql.ts';

/** What an agent's payer paid and the order does not need goes back. May run any number of times; what went back is gone. */
export async function refundUnusedLinkFunds(needs: SettleNeeds, of: string | PaymentRow): Promise<void> {
  const payment = typeof of === 'string' ? await findByOrder(needs.database.db, of) : of;
  if (!payment?.is_agent || payment.top_up_id === null) return;
  const topUp = await findTopUp(needs.database.db, payment.top_up_id);
  if (!topUp) return;
  await refundTopUp(needs, { accountId: topUp.account_id, world: topUp.world }, topUp.id).catch((refusal: unknown) => {
    if (!(refusal instanceof Failure && refusal.code === 'nothing_to_refund')) throw refusal;
  });
}
