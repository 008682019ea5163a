import { formatMoney } from '../../../kit/money.ts';
import { mailTeam, type StoreNames, type TeamMailNeeds } from '../../access/accounts/index.ts';
import { listItemTexts } from '../../catalog/products/index.ts';
import { findOperatorMove } from '../../money/wallet/index.ts';
import { loadOrders } from '../../orders/orders/index.ts';
import { findState } from './sql.ts';

/** Emails a refund by an operator. If the order has a case, the message there is emailed instead. */
export async function mailRefund(
  needs: TeamMailNeeds & StoreNames,
  { orderId, refundId }: { orderId: string; refundId: string },
): Promise<void> {
  const { db, publicUrl } = needs;
  const move = await findOperatorMove(db, refundId, 'refund');
  const order = (await loadOrders(db, [orderId])).get(orderId);
  if (!move || !order || (await findState(db, orderId)) !== null) return;
  const amount = formatMoney(move.paid);
  const items = (await listItemTexts(db, [orderId])).get(orderId) ?? [];
  await mailTeam(needs, order.account_id, {
    kind: 'case_answers',
    subject: `${amount} was refunded${order.world === 'test' ? ' (sandbox)' : ''}`,
    messageId: `refund-${refundId}`,
    intro: [
      `Support refunded ${amount} of your ${needs.storeNameOf(order.retailer)} order to ${order.paid_by_card ? 'your card' : 'your wallet'}.`,
      `Reason: ${move.note ?? ''}`,
    ],
    button: { label: 'View order', url: `${publicUrl}/app/orders/${orderId}?world=${order.world}` },
    details: [...items, `Order: ${orderId}`],
  });
}
