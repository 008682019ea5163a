import { sql } from 'kysely';
import type { Executor, Relation } from '../../../platform/database/index.ts';

export async function eraseBatchesOf(executor: Executor, accountId: string): Promise<void> {
  await sql`
    delete from bulk_rows using bulk_batches b
    where b.id = bulk_rows.batch_id and b.account_id = ${accountId}`.execute(executor);
  await sql`delete from bulk_batches where account_id = ${accountId}`.execute(executor);
}

/** Deletes batches that completed before then, with their rows. Their orders stay. */
export async function deleteOldBatches(executor: Executor, before: Date): Promise<void> {
  const old = sql`select id from bulk_batches where completed_at < ${before}`;
  await sql`delete from bulk_rows where batch_id in (${old})`.execute(executor);
  await sql`delete from bulk_batches where id in (${old})`.execute(executor);
}

/** SQL: whether the order belongs to a batch. */
export const isInBatch = (order: Relation<'id'>): string =>
  `exists (select from bulk_rows b where b.order_id = ${order.column('id')})`;
