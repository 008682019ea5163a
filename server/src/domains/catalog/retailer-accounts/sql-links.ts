import { sql } from 'kysely';
import type { Executor, Tables } from '../../../platform/database/index.ts';
import type { Owner } from './sql.ts';
import type { LeaseRow } from './sql-queue.ts';

export type LinkRequestRow = Tables['link_requests'];

export async function insertLinkRequest(executor: Executor, row: LinkRequestRow): Promise<void> {
  await sql`
    insert into link_requests (id, state_hash, managed_account_id, account_id, world, email, sealed, expires_at)
    values (${row.id}, ${row.state_hash}, ${row.managed_account_id}, ${row.account_id}, ${row.world}, ${row.email},
      ${row.sealed}, ${row.expires_at})`.execute(executor);
}

/** Scoped by person, account and mode. Anything else is not found. */
export async function findLinkRequest(
  executor: Executor,
  { accountId, world, email }: Owner & { email: string },
  stateHash: Buffer,
  now: Date,
): Promise<LinkRequestRow | null> {
  const { rows } = await sql<LinkRequestRow>`
    select * from link_requests
    where state_hash = ${stateHash} and account_id = ${accountId} and world = ${world} and email = ${email}
      and expires_at > ${now}`.execute(executor);
  return rows[0] ?? null;
}

/** Consumes a state. One caller gets it. */
export async function consumeLinkRequest(executor: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`delete from link_requests where id = ${id} returning id`.execute(executor);
  return rows.length === 1;
}

export async function pruneLinkRequests(executor: Executor, now: Date): Promise<void> {
  await sql`delete from link_requests where expires_at <= ${now}`.execute(executor);
}

/** False if the lease was lost. */
export async function saveLink(executor: Executor, lease: LeaseRow, sealed: Buffer, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update managed_accounts set session_sealed = ${sealed}, linked_at = ${now}, updated_at = ${now}
    where id = ${lease.id} and locked_by_job_id = ${lease.locked_by_job_id} and lock_epoch = ${lease.lock_epoch}
    returning id`.execute(executor);
  return rows.length === 1;
}

export async function dropLink(executor: Executor, id: string, now: Date): Promise<void> {
  await sql`
    update managed_accounts set session_sealed = null, linked_at = null, updated_at = ${now}
    where id = ${id}`.execute(executor);
}

export type RetiredLinkRow = Tables['retired_links'];

export async function insertRetiredLink(executor: Executor, row: RetiredLinkRow): Promise<void> {
  await sql`
    insert into retired_links (id, world, retailer, sealed, created_at)
    values (${row.id}, ${row.world}, ${row.retailer}, ${row.sealed}, ${row.created_at})`.execute(executor);
}

export async function findRetiredLink(executor: Executor, id: string): Promise<RetiredLinkRow | null> {
  const { rows } = await sql<RetiredLinkRow>`select * from retired_links where id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

export async function deleteRetiredLink(executor: Executor, id: string): Promise<void> {
  await sql`delete from retired_links where id = ${id}`.execute(executor);
}
