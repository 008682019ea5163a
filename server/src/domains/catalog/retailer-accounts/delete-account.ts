import { notFound } from '../../../kit/failure.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { deleteQueue } from './account-queue.ts';
import { accountInUse } from './failures.ts';
import { queueOfAccount } from './model.ts';
import { type RevokeLinkNeeds, revokeLink } from './revoke-link.ts';
import { deleteAccountRow, lockAccountRow, type Owner } from './sql.ts';
import { hasUrgentWaiter } from './sql-queue.ts';

/**
 * Deletes an account with its secrets, revokes its link and wakes waiting orders. An order with an unknown outcome
 * still needs it.
 */
export async function deleteAccount(needs: RevokeLinkNeeds & { tx: Tx }, owner: Owner, shortId: string): Promise<void> {
  const { tx } = needs;
  const account = await lockAccountRow(tx, owner, shortId);
  if (!account) throw notFound();
  const queue = queueOfAccount(account.id);
  const isLeased = account.locked_until !== null && account.locked_until > needs.clock.now();
  if (isLeased || (await hasUrgentWaiter(tx, queue))) throw accountInUse();
  await deleteQueue(tx, queue);
  await revokeLink(needs, account);
  await deleteAccountRow(tx, account.id);
}
