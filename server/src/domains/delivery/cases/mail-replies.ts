import { mailTeam, type StoreNames, type TeamMailNeeds } from '../../access/accounts/index.ts';
import { listItemTexts } from '../../catalog/products/index.ts';
import { findUnnotified, writeNotified } from './sql-notified.ts';

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
