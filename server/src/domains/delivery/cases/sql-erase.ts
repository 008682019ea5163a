import { sql } from 'kysely';
import type { Blobs } from '../../../platform/blobs/index.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { deleteAttachmentsOf } from './sql-attachments.ts';

export async function eraseCasesOf(executor: Executor, blobs: Blobs, accountId: string): Promise<void> {
  for (const blob of await deleteAttachmentsOf(executor, accountId)) await blobs.delete(blob);
  await sql`
    update case_messages set message = '[erased]'
    where order_id in (select id from orders where account_id = ${accountId})`.execute(executor);
}
