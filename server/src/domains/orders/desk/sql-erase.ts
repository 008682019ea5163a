import { sql } from 'kysely';
import type { Blobs } from '../../../platform/blobs/index.ts';
import type { Executor, Tx } from '../../../platform/database/index.ts';

/** Receipts contain a name and an address, so their files are deleted too. */
export async function eraseDeskOf(executor: Executor, blobs: Blobs, accountId: string): Promise<void> {
  const orders = sql`select id from order_summaries where account_id = ${accountId}`;
  const { rows } = await sql<{ blob: string }>`
    delete from desk_receipts where order_id in (${orders}) returning blob`.execute(executor);
  for (const { blob } of rows) await blobs.delete(blob);
  await sql`update desk_tasks set note = null where order_id in (${orders})`.execute(executor);
}

/** Returns the blobs without a row. */
export async function deleteDeskOf(tx: Tx, orderIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ blob: string }>`
    delete from desk_receipts where order_id = any (${orderIds}::uuid[]) returning blob`.execute(tx);
  await sql`delete from desk_tasks where order_id = any (${orderIds}::uuid[])`.execute(tx);
  return rows.map(({ blob }) => blob);
}
