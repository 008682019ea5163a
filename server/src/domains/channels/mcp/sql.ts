import { sql } from 'kysely';
import type { World } from '../../../kit/world.ts';
import type { Executor, Row } from '../../../platform/database/index.ts';
import type { ApprovalState } from './model.ts';
import type { Summary } from './summary.ts';

export interface ApprovalRow extends Row<'mcp_approvals'> {
  summary: Summary;
  state: ApprovalState;
}

/** False if this key already used the client's idempotency key. */
export async function insertApproval(executor: Executor, row: Omit<ApprovalRow, 'order_id'>): Promise<boolean> {
  const { rows } = await sql`
    insert into mcp_approvals (id, key_id, secret_hash, digest, client_key, quote_id, max_price_cents, summary, state,
      created_at, expires_at)
    values (${row.id}, ${row.key_id}, ${row.secret_hash}, ${row.digest}, ${row.client_key}, ${row.quote_id},
      ${row.max_price_cents}, ${JSON.stringify(row.summary)}, ${row.state}, ${row.created_at}, ${row.expires_at})
    on conflict do nothing
    returning id`.execute(executor);
  return rows.length === 1;
}

export async function findApproval(executor: Executor, id: string): Promise<ApprovalRow | null> {
  const { rows } = await sql<ApprovalRow>`select * from mcp_approvals where id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

export interface OwnedApproval extends ApprovalRow {
  account_id: string;
  world: World;
  label: string;
}

/** An approval with its key's current account: claiming a sandbox moves its keys. */
export async function findOwnedApproval(executor: Executor, id: string): Promise<OwnedApproval | null> {
  const { rows } = await sql<OwnedApproval>`
    select a.*, k.account_id, k.world, k.label from mcp_approvals a join key_summaries k on k.id = a.key_id
    where a.id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

export async function findByClientKey(
  executor: Executor,
  keyId: string,
  clientKey: string,
): Promise<ApprovalRow | null> {
  const { rows } = await sql<ApprovalRow>`
    select * from mcp_approvals where key_id = ${keyId} and client_key = ${clientKey}`.execute(executor);
  return rows[0] ?? null;
}

interface Move {
  id: string;
  from: ApprovalState;
  to: ApprovalState;
  now: Date;
}

/** Changes the status before it expires; true for one of several concurrent calls. */
export async function moveApproval(executor: Executor, { id, from, to, now }: Move): Promise<boolean> {
  const { rows } = await sql`
    update mcp_approvals set state = ${to}
    where id = ${id} and state = ${from} and expires_at > ${now}
    returning id`.execute(executor);
  return rows.length === 1;
}

export async function saveApprovalOrder(executor: Executor, id: string, orderId: string): Promise<void> {
  await sql`update mcp_approvals set order_id = ${orderId} where id = ${id}`.execute(executor);
}

export async function pruneApprovals(executor: Executor, before: Date): Promise<void> {
  await sql`delete from mcp_approvals where created_at < ${before}`.execute(executor);
}

export async function eraseApprovalsOf(executor: Executor, accountId: string): Promise<void> {
  await sql`
    delete from mcp_approvals where key_id in (select id from key_summaries where account_id = ${accountId})`.execute(
    executor,
  );
}
