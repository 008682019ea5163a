import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/index.ts';

export async function deleteAccountsOf(executor: Executor, accountId: string): Promise<void> {
  await sql`delete from managed_accounts where account_id = ${accountId}`.execute(executor);
}
