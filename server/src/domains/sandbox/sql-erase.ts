import { sql } from 'kysely';
import type { Executor } from '../../platform/database/index.ts';
import { eraseHoldSwitchOf } from '../orders/orders/index.ts';

/** Unclaimed sandboxes whose keys have expired for a day, since the last use is written a little late. */
export async function listExpiredSandboxes(executor: Executor, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select s.account_id from sandboxes s join account_summaries a on a.id = s.account_id
    where s.claimed_at is null and a.deleted_at is null and not exists (
      select from key_summaries k where k.account_id = s.account_id and k.revoked_at is null
        and (k.idle_days is null or coalesce(k.last_used_at, k.created_at) + make_interval(days => k.idle_days + 1) > ${now}))
    order by s.created_at limit ${limit}`.execute(executor);
  return rows.map((row) => row.account_id);
}

export async function eraseSandboxOf(executor: Executor, accountId: string): Promise<void> {
  await sql`update sandboxes set claimer_email = null where account_id = ${accountId}`.execute(executor);
  await eraseHoldSwitchOf(executor, accountId);
  await sql`update sandbox_claims set claimed_by_email = '' where account_id = ${accountId}`.execute(executor);
}
