import { type RawBuilder, sql } from 'kysely';
import { filteredMost, type Page, totalOf } from '../../../kit/page.ts';
import { countUpTo, type Executor, type Row } from '../../../platform/database/index.ts';
import type { Holding } from './model.ts';

export interface TaskRow
  extends Holding,
    Row<'desk_tasks', 'question_id' | 'order_id' | 'taken_at' | 'note' | 'updated_at'> {}

export interface QueuedRow extends Row<'questions', 'order_id' | 'asked_at' | 'expires_at' | 'message'> {
  task: { holder: string | null; lease: number; lease_until: string | null; state: string; note: string | null } | null;
}

/** Tasks that wait or are being worked on, the longest waiting first. */
export async function listQueue(executor: Executor, page: Page): Promise<{ rows: QueuedRow[]; total: number }> {
  const { rows } = await sql<QueuedRow>`
    select q.order_id, q.asked_at, q.expires_at, q.message, to_json(t.*) as task
    from questions q left join desk_tasks t on t.question_id = q.id
    where q.state = 'open' and q.kind = 'buy' and q.asked_of = 'operator'
    order by q.asked_at, q.id limit ${page.limit} offset ${page.offset}`.execute(executor);
  const counted = await sql<{ total: number }>`
    select count(*) as total from questions
    where state = 'open' and kind = 'buy' and asked_of = 'operator'`.execute(executor);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Of each order by itself (offset 0): the planner may read all items once instead. */
const isUnderWay = sql`exists (
  select from order_items i where i.order_id = orders.id and i.status in ('ordered', 'shipped') offset 0)`;

/** Orders that were bought here and are still on their way, newest first: what an operator follows up. */
export async function listBought(executor: Executor, page: Page): Promise<{ ids: string[]; total: number }> {
  const open = (columns: RawBuilder<unknown>) => sql`
    select ${columns} from orders where bought_by_desk and status = 'order_placed' and not is_desk_done and ${isUnderWay}
    order by ended_at desc, id`;
  const { rows } = await sql<{ id: string }>`
    ${open(sql`id`)} limit ${page.limit + 1} offset ${page.offset}`.execute(executor);
  const counted = await countUpTo(executor, open(sql``), filteredMost);
  return { ids: rows.slice(0, page.limit).map(({ id }) => id), total: totalOf(counted, page, rows.length) };
}

/** Notes which of them have arrived or were called off: an item never comes back from there. */
export async function markDone(executor: Executor): Promise<void> {
  await sql`
    update orders set is_desk_done = true
    where bought_by_desk and status = 'order_placed' and not is_desk_done and not ${isUnderWay}`.execute(executor);
}

/** The task of an order, locked: everybody who takes or writes waits here for the other. */
export async function lockTask(executor: Executor, questionId: string): Promise<TaskRow | null> {
  const { rows } = await sql<TaskRow>`
    select * from desk_tasks where question_id = ${questionId} for update`.execute(executor);
  return rows[0] ?? null;
}

export interface TakenTask {
  questionId: string;
  orderId: string;
  holder: string;
  lease: number;
  until: Date;
  now: Date;
}

export async function writeTaken(executor: Executor, task: TakenTask): Promise<void> {
  await sql`
    insert into desk_tasks (question_id, order_id, state, holder, lease, taken_at, lease_until, updated_at)
    values (${task.questionId}, ${task.orderId}, 'taken', ${task.holder}, ${task.lease}, ${task.now}, ${task.until}, ${task.now})
    on conflict (question_id) do update set state = 'taken', holder = excluded.holder, lease = excluded.lease,
      taken_at = case when desk_tasks.lease = excluded.lease then desk_tasks.taken_at else excluded.taken_at end,
      lease_until = excluded.lease_until, updated_at = excluded.updated_at`.execute(executor);
}

/** Ends a lease: back in the queue, or with what came of it. */
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

/**
 * pending → in_progress: from here on the operator may press the button, and the customer cannot cancel. A restored order
 * counts as submitted while it waits for an operator. False: it is not waiting.
 */
export async function claimForDesk(executor: Executor, orderId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    with claimed as (
      update orders set status = 'in_progress', phase = 'submitting', epoch = epoch + 1, attempts = attempts + 1,
        started_at = coalesce(started_at, ${now}), submitted_at = ${now}, updated_at = ${now}
      where id = ${orderId} and waiting_for = 'action'
        and (status = 'pending' or (status = 'in_progress' and phase = 'submitting' and restored_at is not null))
      returning id
    ),
    items as (
      update order_items set status = 'processing', updated_at = ${now}
      where order_id in (select id from claimed) and status = 'pending'
    )
    select id from claimed`.execute(executor);
  return rows.length === 1;
}

export async function markBoughtByDesk(executor: Executor, orderId: string): Promise<void> {
  await sql`update orders set bought_by_desk = true where id = ${orderId}`.execute(executor);
}

export async function isBoughtByDesk(executor: Executor, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from orders where id = ${orderId} and bought_by_desk and status = 'order_placed'`.execute(executor);
  return rows.length === 1;
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

/** How many orders wait for an operator to buy them, or are being bought by one. */
export async function countDesk(executor: Executor): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from questions where state = 'open' and kind = 'buy' and asked_of = 'operator'`.execute(
    executor,
  );
  return rows[0]?.n ?? 0;
}
