import { sql } from 'kysely';
import type { Blobs } from '../../../platform/blobs/index.ts';
import type { Executor, Relation, Tx } from '../../../platform/database/index.ts';
import { deleteAttachmentsOf } from './sql-attachments.ts';

export async function eraseCasesOf(executor: Executor, blobs: Blobs, accountId: string): Promise<void> {
  for (const blob of await deleteAttachmentsOf(executor, accountId)) await blobs.delete(blob);
  await sql`
    update case_messages set message = '[erased]'
    where order_id in (select id from order_summaries where account_id = ${accountId})`.execute(executor);
}

/** SQL: whether the order has an open case. */
export const hasOpenCase = (order: Relation<'id'>): string =>
  `exists (select from cases c where c.order_id = ${order.column('id')} and c.state = 'open')`;

/** Returns the blobs without a row. */
export async function deleteCasesOf(tx: Tx, orderIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ blob: string }>`
    delete from case_attachments where order_id = any (${orderIds}::uuid[]) returning blob`.execute(tx);
  await sql`delete from case_messages where order_id = any (${orderIds}::uuid[])`.execute(tx);
  await sql`delete from cases where order_id = any (${orderIds}::uuid[])`.execute(tx);
  return rows.map(({ blob }) => blob);
}
