import { sql } from 'kysely';
import type { Blobs } from '../../../platform/blobs/index.ts';
import type { Executor, Relation, Tx } from '../../../platform/database/index.ts';

/** Labels contain a name and an address, so their files are deleted too. */
export async function eraseReturnsOf(executor: Executor, blobs: Blobs, accountId: string): Promise<void> {
  const { rows } = await sql<{ blob: string }>`
    delete from return_labels using return_requests r
    where r.id = return_labels.return_id and r.account_id = ${accountId} returning blob`.execute(executor);
  for (const { blob } of rows) await blobs.delete(blob);
  await sql`
    update return_requests set notes = null, explanation = null, return_address = null, client_request = null,
      resolution_notes = null
    where account_id = ${accountId}`.execute(executor);
}

/** SQL: whether a return of the order is open. */
export const hasOpenReturn = (order: Relation<'id'>): string =>
  `exists (select from return_requests r where r.order_id = ${order.column('id')} and r.status = 'open')`;

/** Returns the blobs without a row. */
export async function deleteReturnsOf(tx: Tx, orderIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ blob: string }>`
    delete from return_labels l using return_requests r
    where r.id = l.return_id and r.order_id = any (${orderIds}::uuid[]) returning blob`.execute(tx);
  await sql`delete from return_requests where order_id = any (${orderIds}::uuid[])`.execute(tx);
  return rows.map(({ blob }) => blob);
}
