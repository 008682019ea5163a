import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/index.ts';

/**
 * Rules and decisions contain names and reasons. The chain of a deleted account is deleted as a whole; the database
 * allows that only for deleted accounts, so no single decision can be removed.
 */
export async function erasePoliciesOf(executor: Executor, accountId: string): Promise<void> {
  await sql`
    delete from policy_alerts where policy_id in (
      select policy_id from policy_versions where account_id = ${accountId})`.execute(executor);
  const ofAccount = sql`account_id = ${accountId}`;
  await sql`delete from policies where ${ofAccount}`.execute(executor);
  await sql`delete from policy_versions where ${ofAccount}`.execute(executor);
  await sql`delete from key_groups where ${ofAccount}`.execute(executor);
  await sql`delete from reserved_spend where ${ofAccount}`.execute(executor);
  await sql`delete from policy_decisions where ${ofAccount}`.execute(executor);
  await sql`delete from policy_chains where ${ofAccount}`.execute(executor);
}
