import { sql } from 'kysely';
import { assertDefined } from '../../kit/assert-defined.ts';
import type { Executor, Row } from '../../platform/database/index.ts';
import { eraseHoldSwitchOf } from '../orders/orders/index.ts';

/** Counts one mint. False if the cap is reached. The row's lock makes the cap exact. */
export async function countMint(executor: Executor, day: string, bucket: string, cap: number): Promise<boolean> {
  if (cap < 1) return false;
  const { rows } = await sql`
    insert into sandbox_mints as m (day, bucket, count) values (${day}, ${bucket}, 1)
    on conflict (day, bucket) do update set count = m.count + 1 where m.count < ${cap}
    returning count`.execute(executor);
  return rows.length === 1;
}

export async function deleteMintCounts(executor: Executor, beforeDay: string): Promise<void> {
  await sql`delete from sandbox_mints where day < ${beforeDay}`.execute(executor);
}

export async function insertSandbox(
  executor: Executor,
  sandbox: { accountId: string; claimTokenHash: Buffer; claimerEmail: string | null; now: Date },
): Promise<void> {
  await sql`
    insert into sandboxes (account_id, claim_token_hash, claimer_email, created_at)
    values (${sandbox.accountId}, ${sandbox.claimTokenHash}, ${sandbox.claimerEmail}, ${sandbox.now})`.execute(
    executor,
  );
}

export interface SandboxState {
  is_provisional: boolean;
  claimed_by_email: string | null;
}

export async function findSandboxState(executor: Executor, accountId: string): Promise<SandboxState> {
  const { rows } = await sql<SandboxState>`
    select exists (select from sandboxes where account_id = ${accountId} and claimed_at is null) as is_provisional,
      (select claimed_by_email from sandbox_claims where account_id = ${accountId} order by claimed_at desc limit 1)
        as claimed_by_email`.execute(executor);
  return assertDefined(rows[0]);
}

/** Marks a sandbox as claimed and returns its account; null if the token is unknown or used. */
export async function claimSandboxByToken(
  executor: Executor,
  claimTokenHash: Buffer,
  now: Date,
): Promise<string | null> {
  const { rows } = await sql<{ account_id: string }>`
    update sandboxes set claimed_at = ${now} where claim_token_hash = ${claimTokenHash} and claimed_at is null
    returning account_id`.execute(executor);
  return rows[0]?.account_id ?? null;
}

export async function claimSandboxByAccount(executor: Executor, accountId: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update sandboxes set claimed_at = ${now} where account_id = ${accountId} and claimed_at is null`.execute(executor);
  return numAffectedRows === 1n;
}

export async function insertClaim(
  executor: Executor,
  claim: { sandboxAccountId: string; accountId: string; email: string; orders: number; keys: number; now: Date },
): Promise<void> {
  await sql`
    insert into sandbox_claims (sandbox_account_id, account_id, claimed_by_email, orders_moved, keys_moved, claimed_at)
    values (${claim.sandboxAccountId}, ${claim.accountId}, ${claim.email}, ${claim.orders}, ${claim.keys}, ${claim.now})
  `.execute(executor);
}

export type SandboxRow = Row<'sandboxes', 'account_id' | 'created_at'>;

export async function findUnclaimed(executor: Executor, claimTokenHash: Buffer): Promise<SandboxRow | null> {
  const { rows } = await sql<SandboxRow>`
    select account_id, created_at from sandboxes
    where claim_token_hash = ${claimTokenHash} and claimed_at is null`.execute(executor);
  return rows[0] ?? null;
}

export type ClaimRow = Row<'sandbox_claims', 'orders_moved' | 'keys_moved' | 'claimed_at'>;

/** What moved when this sandbox was claimed. */
export async function findClaim(executor: Executor, sandboxAccountId: string): Promise<ClaimRow | null> {
  const { rows } = await sql<ClaimRow>`
    select orders_moved, keys_moved, claimed_at from sandbox_claims
    where sandbox_account_id = ${sandboxAccountId}`.execute(executor);
  return rows[0] ?? null;
}

/** Newest first. */
export async function listClaims(executor: Executor, accountId: string): Promise<ClaimRow[]> {
  const { rows } = await sql<ClaimRow>`
    select orders_moved, keys_moved, claimed_at from sandbox_claims where account_id = ${accountId}
    order by claimed_at desc limit 200`.execute(executor);
  return rows;
}

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
