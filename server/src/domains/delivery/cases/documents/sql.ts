import { sql } from 'kysely';
import type { Blobs } from '../../../../platform/blobs/index.ts';
import type { Executor, Tables, Tx } from '../../../../platform/database/index.ts';

export type DocumentRow = Tables['order_documents'];

const columns = sql`id, order_id, kind, name, content_type, bytes, blob, store_document_id, filed_by, created_at`;

/** False if the order already has this document. */
export async function insertDocument(executor: Executor, row: DocumentRow): Promise<boolean> {
  const { rows } = await sql`
    insert into order_documents (${columns})
    values (${row.id}, ${row.order_id}, ${row.kind}, ${row.name}, ${row.content_type}, ${row.bytes}, ${row.blob},
            ${row.store_document_id}, ${row.filed_by}, ${row.created_at})
    on conflict (order_id, store_document_id) do nothing returning id`.execute(executor);
  return rows.length > 0;
}

/** Oldest first. */
export async function listDocuments(executor: Executor, orderId: string): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`
    select ${columns} from order_documents where order_id = ${orderId} order by created_at, id`.execute(executor);
  return rows;
}

export async function findDocument(executor: Executor, orderId: string, id: string): Promise<DocumentRow | null> {
  const { rows } = await sql<DocumentRow>`
    select ${columns} from order_documents where id = ${id} and order_id = ${orderId}`.execute(executor);
  return rows[0] ?? null;
}

/** Invoices contain a name and an address. */
export async function eraseDocumentsOf(executor: Executor, blobs: Blobs, accountId: string): Promise<void> {
  const { rows } = await sql<{ blob: string }>`
    delete from order_documents where order_id in (select id from order_summaries where account_id = ${accountId})
    returning blob`.execute(executor);
  for (const { blob } of rows) await blobs.delete(blob);
}

/** Returns the blobs without a row. */
export async function deleteDocumentsOf(tx: Tx, orderIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ blob: string }>`
    delete from order_documents where order_id = any (${orderIds}::uuid[]) returning blob`.execute(tx);
  return rows.map(({ blob }) => blob);
}
