import { formatMoney } from '../../../kit/money.ts';
import { mailTeam, type StoreNames, type TeamMailNeeds } from '../../access/accounts/index.ts';
import { listItemTexts } from '../../catalog/products/index.ts';
import { findOperatorMove } from '../../money/wallet/index.ts';
import { loadOrders } from '../../orders/orders/index.ts';
import { findState, findUnnotified, writeNotified } from './sql.ts';

/** Sends all replies since the last email in one. */
export async function mailReplies(needs: TeamMailNeeds & StoreNames, orderId: string): Promise<void> {
  const found = await findUnnotified(needs.db, orderId);
  if (!found) return;
  const { account_id: accountId, world, retailer, recipient, last_id: lastId, messages } = found;
  const store = needs.storeNameOf(retailer);
  const items = (await listItemTexts(needs.db, [orderId])).get(orderId) ?? [];
  await mailTeam(needs, accountId, {
    kind: 'case_answers',
    subject: `Support replied about your ${store} order${world === 'test' ? ' (sandbox)' : ''}`,
    messageId: `case-${orderId}-${lastId}`,
    intro: messages,
    button: { label: 'Reply', url: `${needs.publicUrl}/app/cases/${orderId}?world=${world}` },
    details: [...items, `Store: ${store}`, `Recipient: ${recipient}`, `Order: ${orderId}`],
  });
  await writeNotified(needs.db, orderId, lastId);
}

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
      `Support refunded ${amount} to ${order.paid_by_card ? 'your card' : 'your wallet'} for your ${needs.storeNameOf(order.retailer)} order.`,
      `Reason: ${move.note ?? ''}`,
    ],
    button: { label: 'View order', url: `${publicUrl}/app/orders/${orderId}?world=${order.world}` },
    details: [...items, `Order: ${orderId}`],
  });
}
