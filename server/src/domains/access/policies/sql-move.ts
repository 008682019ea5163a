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
