import type { Executor } from '../../../platform/database/index.ts';
import { type RevokeLinkNeeds, revokeLink } from './revoke-link.ts';
import { listLinkedAccounts } from './sql.ts';
import { deleteAccountsOf } from './sql-erase.ts';

/** Deletes all accounts with their secrets and revokes their links. */
export async function eraseRetailerAccountsOf(
  tx: Executor,
  needs: Omit<RevokeLinkNeeds, 'tx'>,
  accountId: string,
): Promise<void> {
  for (const account of await listLinkedAccounts(tx, accountId)) await revokeLink({ ...needs, tx }, account);
  await deleteAccountsOf(tx, accountId);
}
