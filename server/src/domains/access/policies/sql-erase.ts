import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/index.ts';

/**
 * Rules name people, and decisions carry the reasons that people gave. The chain of a deleted account goes as a whole: the
 * database lets it go for such an account alone, so that no decision of a living one can be taken out.
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
