import { type RawBuilder, sql } from 'kysely';
import type { Executor, Relation } from '../../../platform/database/index.ts';
import { eraseStoredAnswersOf } from './idempotency/index.ts';

/** Closes the account: its address is free for a new one, and every key is refused. */
export async function markDeleted(executor: Executor, accountId: string, now: Date): Promise<void> {
  await sql`update accounts set deleted_at = ${now}, email = null where id = ${accountId}`.execute(executor);
  await sql`
    update api_keys set revoked_at = ${now} where account_id = ${accountId} and revoked_at is null`.execute(executor);
}

/** Deleted accounts with personal data left, oldest first. */
export async function listToErase(executor: Executor, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts where deleted_at is not null and erased_at is null
    order by deleted_at limit ${limit}`.execute(executor);
  return rows.map(({ id }) => id);
}

/** Locks the account, so that nothing new is written for it. Waits for running writes, which are erased too. */
export async function lockToErase(executor: Executor, accountId: string): Promise<void> {
  await sql`select from accounts where id = ${accountId} for update`.execute(executor);
}

export async function eraseKeysOf(executor: Executor, accountId: string, now: Date): Promise<void> {
  await sql`update api_keys set label = '', allowed_addresses = null where account_id = ${accountId}`.execute(executor);
  await eraseStoredAnswersOf(executor, accountId);
  await sql`update accounts set erased_at = ${now} where id = ${accountId}`.execute(executor);
}

/**
 * SQL: the account of the row is not erased. A late write for an erased account would stay forever, so the lock waits
 * for a running erasure and checks again.
 */
export const accountIsKept = (row: Relation<'account_id'>): string =>
  `exists (select from accounts a where a.id = ${row.column('account_id')} and a.erased_at is null for key share)`;

export const isNotErased = (accountId: string): RawBuilder<unknown> =>
  sql`exists (select from accounts where id = ${accountId} and erased_at is null for key share)`;
