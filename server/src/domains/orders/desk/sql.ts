import { sql } from 'kysely';
import type { Page } from '../../../kit/page.ts';
import type { Blobs } from '../../../platform/blobs/index.ts';
import type { Executor, Row, Tx } from '../../../platform/database/index.ts';
import type { TaskLease } from './model.ts';

export interface TaskRow
  extends TaskLease,
    Row<'desk_tasks', 'question_id' | 'order_id' | 'taken_at' | 'note' | 'updated_at'> {}

export interface QueuedRow extends Row<'questions', 'order_id' | 'asked_at' | 'expires_at' | 'message'> {
  task: { holder: string | null; lease: number; lease_until: string | null; state: string; note: string | null } | null;
}

/** Waiting and claimed tasks, longest waiting first. */
export async function listQueue(executor: Executor, page: Page): Promise<{ rows: QueuedRow[]; total: number }> {
  const { rows } = await sql<QueuedRow>`
    select q.order_id, q.asked_at, q.expires_at, q.message, to_json(t.*) as task
    from order_actions q left join desk_tasks t on t.question_id = q.id
    where q.state = 'open' and q.kind = 'buy' and q.asked_of = 'operator' and not q.is_followed_by_store
    order by q.asked_at, q.id limit ${page.limit} offset ${page.offset}`.execute(executor);
  const counted = await sql<{ total: number }>`
    select count(*) as total from order_actions
    where state = 'open' and kind = 'buy' and asked_of = 'operator' and not is_followed_by_store`.execute(executor);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Locks the task of an order. */
export async function lockTask(executor: Executor, questionId: string): Promise<TaskRow | null> {
  const { rows } = await sql<TaskRow>`
    select * from desk_tasks where question_id = ${questionId} for update`.execute(executor);
  return rows[0] ?? null;
}

export interface ClaimedTask {
  actionId: string;
  orderId: string;
  holder: string;
  lease: number;
  until: Date;
  now: Date;
}

export async function writeClaimed(executor: Executor, task: ClaimedTask): Promise<void> {
  await sql`
    insert into desk_tasks (question_id, order_id, state, holder, lease, taken_at, lease_until, updated_at)
    values (${task.actionId}, ${task.orderId}, 'taken', ${task.holder}, ${task.lease}, ${task.now}, ${task.until}, ${task.now})
    on conflict (question_id) do update set state = 'taken', holder = excluded.holder, lease = excluded.lease,
      taken_at = case when desk_tasks.lease = excluded.lease then desk_tasks.taken_at else excluded.taken_at end,
      lease_until = excluded.lease_until, updated_at = excluded.updated_at`.execute(executor);
}

/** Ends a claim: back to the queue, or with a result. */
export async function writeEnded(
  executor: Executor,
  questionId: string,
  ended: { state: 'waiting' | 'bought' | 'failed'; note: string | null },
  now: Date,
): Promise<void> {
  await sql`
    update desk_tasks set state = ${ended.state}, lease_until = null, note = coalesce(${ended.note}, note), updated_at = ${now}
    where question_id = ${questionId}`.execute(executor);
}

/** After a restore, claimed orders must be claimed again: they may already be bought. */
export async function releaseTasks(tx: Tx): Promise<void> {
  await sql`
    update desk_tasks set state = 'waiting', lease_until = null, updated_at = now()
    where state = 'taken' and question_id in (
      select id from order_actions where state = 'open' and kind = 'buy')`.execute(tx);
}

export async function findTaskOf(executor: Executor, orderId: string): Promise<TaskRow | null> {
  const { rows } = await sql<TaskRow>`
    select * from desk_tasks where order_id = ${orderId} order by updated_at desc limit 1`.execute(executor);
  return rows[0] ?? null;
}

export type ReceiptRow = Row<'desk_receipts'>;

export async function insertReceipt(executor: Executor, row: ReceiptRow): Promise<void> {
  await sql`
    insert into desk_receipts (id, order_id, name, content_type, bytes, blob, uploaded_by, created_at)
    values (${row.id}, ${row.order_id}, ${row.name}, ${row.content_type}, ${row.bytes}, ${row.blob}, ${row.uploaded_by},
      ${row.created_at})`.execute(executor);
}

export async function receiptsOf(executor: Executor, orderId: string): Promise<ReceiptRow[]> {
  const { rows } = await sql<ReceiptRow>`
    select * from desk_receipts where order_id = ${orderId} order by created_at, id`.execute(executor);
  return rows;
}

export async function findReceipt(executor: Executor, orderId: string, id: string): Promise<ReceiptRow | null> {
  const { rows } = await sql<ReceiptRow>`
    select * from desk_receipts where id = ${id} and order_id = ${orderId}`.execute(executor);
  return rows[0] ?? null;
}

/** Orders that wait for an operator to buy them, or are being bought. */
export async function countDesk(executor: Executor): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from order_actions
    where state = 'open' and kind = 'buy' and asked_of = 'operator' and not is_followed_by_store`.execute(executor);
  return rows[0]?.n ?? 0;
}

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
