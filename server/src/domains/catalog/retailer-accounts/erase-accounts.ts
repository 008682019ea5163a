import type { Executor } from '../../../platform/database/index.ts';
import { type RetireNeeds, retireLink } from './retire-link.ts';
import { listLinkedAccounts } from './sql.ts';
import { deleteAccountsOf } from './sql-erase.ts';

/** All of them, with their secrets; stores that they are linked at are told. */
export async function eraseManagedAccountsOf(
  tx: Executor,
  needs: Omit<RetireNeeds, 'tx'>,
  accountId: string,
): Promise<void> {
  for (const account of await listLinkedAccounts(tx, accountId)) await retireLink({ ...needs, tx }, account);
  await deleteAccountsOf(tx, accountId);
}
