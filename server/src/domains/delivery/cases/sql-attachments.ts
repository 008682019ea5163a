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

/** Uploads of one sandbox account wait for each other until the transaction ends. Live accounts never wait. */
export async function lockSandboxFiles(executor: Executor, orderId: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('case files ' || account_id, 0))
    from order_summaries where id = ${orderId} and world = 'test'`.execute(executor);
}

/** Bytes that the sandbox account of an order has uploaded to all its cases; 0 for a live order. */
export async function countSandboxBytes(executor: Executor, orderId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(files.bytes), 0)::bigint as total
    from order_summaries uploading
    join order_summaries owned on owned.account_id = uploading.account_id and owned.world = 'test'
    join case_attachments files on files.order_id = owned.id and files.author = 'customer'
    where uploading.id = ${orderId} and uploading.world = 'test'`.execute(executor);
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
