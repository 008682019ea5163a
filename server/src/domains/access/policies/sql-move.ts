import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/index.ts';

/**
 * Locks these accounts against decisions and invalidates cached totals, because their orders are about to move. Call
 * it first, in the lock order of deciding.
 */
export async function lockDecisions(executor: Executor, accountIds: string[]): Promise<void> {
  await sql`select from policies where account_id = any (${accountIds}::uuid[]) order by id for update`.execute(
    executor,
  );
  await sql`
    select from policy_chains where account_id = any (${accountIds}::uuid[]) order by account_id, world for update`.execute(
    executor,
  );
  await sql`update policy_chains set epoch = epoch + 1 where account_id = any (${accountIds}::uuid[])`.execute(
    executor,
  );
}

/** Policies move with a claimed sandbox; the account's own ones win. */
export async function movePoliciesToAccount(executor: Executor, from: string, to: string): Promise<void> {
  await sql`update key_groups set account_id = ${to} where account_id = ${from}`.execute(executor);
  await sql`
    update policies p set account_id = ${to} where account_id = ${from} and not exists (
      select from policies other where (other.account_id, other.world, other.scope, other.subject)
        = (${to}, p.world, p.scope, p.subject))`.execute(executor);
  await sql`update reserved_spend set account_id = ${to} where account_id = ${from}`.execute(executor);
}

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
