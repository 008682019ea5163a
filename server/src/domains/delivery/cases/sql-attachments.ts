import { sql } from 'kysely';
import { assertDefined } from '../../../kit/assert-defined.ts';
import type { Executor, Tables } from '../../../platform/database/index.ts';

export type AttachmentRow = Tables['case_attachments'];

const columns = sql`id, order_id, author, name, content_type, bytes, blob, created_at`;

export async function insertAttachment(executor: Executor, row: AttachmentRow): Promise<void> {
  await sql`
    insert into case_attachments (${columns})
    values (${row.id}, ${row.order_id}, ${row.author}, ${row.name}, ${row.content_type}, ${row.bytes}, ${row.blob},
            ${row.created_at})`.execute(executor);
}

export async function countAttachments(executor: Executor, orderId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from case_attachments where order_id = ${orderId}`.execute(executor);
  return assertDefined(rows[0]).total;
}

/** Oldest first. */
export async function listAttachments(executor: Executor, orderId: string): Promise<AttachmentRow[]> {
  const { rows } = await sql<AttachmentRow>`
    select ${columns} from case_attachments where order_id = ${orderId} order by created_at, id`.execute(executor);
  return rows;
}

export async function findAttachment(executor: Executor, orderId: string, id: string): Promise<AttachmentRow | null> {
  const { rows } = await sql<AttachmentRow>`
    select ${columns} from case_attachments where id = ${id} and order_id = ${orderId}`.execute(executor);
  return rows[0] ?? null;
}

/** Returns the blobs without a row. */
export async function deleteAttachmentsOf(executor: Executor, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ blob: string }>`
    delete from case_attachments where order_id in (select id from order_summaries where account_id = ${accountId})
    returning blob`.execute(executor);
  return rows.map(({ blob }) => blob);
}
