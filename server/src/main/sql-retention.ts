import { type RawBuilder, sql } from 'kysely';
import { agentsAccountId } from '../domains/access/accounts/index.ts';
import type { World } from '../kit/world.ts';
import type { Blobs } from '../platform/blobs/index.ts';
import { type Db, inTransaction, type Tx } from '../platform/database/index.ts';

const atOnce = 200;
/** No run keeps the worker for longer than this many portions take; the next one goes on. */
const portionsMost = 50;

/**
 * Deletes orders of a world (written out in the statements, for its own indexes) that were over before then, with everything that hangs on them; the ledger keeps what they moved. Orders
 * with an open return or case wait, and so do those of accounts with a budget for ever, which is counted from them. Returns how many went.
 */
export async function deleteOldOrders(
  needs: { db: Db; blobs: Pick<Blobs, 'delete'> },
  world: World,
  before: Date,
): Promise<number> {
  let deleted = 0;
  for (let portion = 0; portion < portionsMost; portion += 1) {
    const { count, blobs } = await inTransaction(needs.db, (tx) => deletePortion(tx, world, before));
    for (const blob of blobs) await needs.blobs.delete(blob);
    deleted += count;
    if (count < atOnce) break;
  }
  await deleteKeysOfNoOrder(needs.db, world, before);
  return deleted;
}

async function deletePortion(tx: Tx, world: World, before: Date): Promise<{ count: number; blobs: string[] }> {
  const { rows } = await sql<{ id: string }>`
    select id from orders o where created_at < ${before} and world = ${sql.lit(world)} and updated_at < ${before}
      and status not in ('pending', 'in_progress')
      and not exists (select from return_requests r where r.order_id = o.id and r.status = 'open')
      and not exists (select from cases c where c.order_id = o.id and c.state = 'open')
      and not exists (select from bulk_rows b where b.order_id = o.id)
      and not exists (
        select from policies p where p.world = o.world and (p.account_id = o.account_id or (p.account_id = ${agentsAccountId}
            and exists (select from agent_orders a where a.order_id = o.id)))
          and p.rules @? '$.windows[*] ? (@.per == "total")')
    limit ${atOnce} for update skip locked`.execute(tx);
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return { count: 0, blobs: [] };
  const these = sql`order_id = any (${ids}::uuid[])`;
  const labels = await sql<{ blob: string }>`
    delete from return_labels l using return_requests r where r.id = l.return_id and r.${these} returning blob`.execute(
    tx,
  );
  const receipts = await sql<{ blob: string }>`delete from desk_receipts where ${these} returning blob`.execute(tx);
  const files = await sql<{ blob: string }>`delete from case_attachments where ${these} returning blob`.execute(tx);
  for (const table of hanging) await sql`delete from ${sql.table(table)} where ${these}`.execute(tx);
  await sql`delete from orders where id = any (${ids}::uuid[])`.execute(tx);
  return { count: ids.length, blobs: [...labels.rows, ...receipts.rows, ...files.rows].map((row) => row.blob) };
}

/** In the order in which they refer to each other. */
const hanging = [
  'failed_order_notices',
  'desk_tasks',
  'questions',
  'customer_mails',
  'cancellations',
  'partial_cancellations',
  'return_requests',
  'case_messages',
  'cases',
  'order_secrets',
  'ucp_checkouts',
  'shipments',
  'order_items',
];

/** Every table that rows are deleted from along with orders. */
export const deletedTables: readonly string[] = ['return_labels', 'desk_receipts', 'case_attachments', ...hanging];

/** An order's idempotency key is kept for as long as the order. */
async function deleteKeysOfNoOrder(db: Db, world: World, before: Date): Promise<void> {
  await sql`
    delete from idempotency_keys k where created_at < ${before} and world = ${sql.lit(world)} and resource = 'order'
      and not exists (select from orders o where o.id = k.resource_id)`.execute(db);
}

/** Deletes batches that were completed before then, with their rows; their orders stay. */
export async function deleteOldBatches(db: Db, before: Date): Promise<void> {
  const old: RawBuilder<unknown> = sql`select id from bulk_batches where completed_at < ${before}`;
  await sql`delete from bulk_rows where batch_id in (${old})`.execute(db);
  await sql`delete from bulk_batches where id in (${old})`.execute(db);
}
