import { mailTeam, type TeamMailNeeds } from '../../access/accounts/index.ts';
import { findUnnotified, writeNotified } from './sql-notified.ts';

/** Everything that was replied since the last mail, in one. */
export async function mailReplies(needs: TeamMailNeeds, orderId: string): Promise<void> {
  const found = await findUnnotified(needs.db, orderId);
  if (!found) return;
  const { account_id: accountId, world, last_id: lastId, messages } = found;
  await mailTeam(needs, accountId, {
    kind: 'case_answers',
    subject: `Support answered about your order${world === 'test' ? ' (sandbox)' : ''}`,
    messageId: `case-${orderId}-${lastId}`,
    text: `${messages.join('\n\n')}

Answer on the page of the case:
${needs.publicUrl}/app/cases/${orderId}?world=${world}
`,
  });
  await writeNotified(needs.db, orderId, lastId);
}
