import { sql } from 'kysely';
import type { TrackingStatus } from '../../../connectors/contract.ts';
import { assertDefined } from '../../../kit/assert-defined.ts';
import { filteredMax, type KeyPage, totalOf } from '../../../kit/page.ts';
import type { World } from '../../../kit/world.ts';
import { countUpTo, type Executor, type Relation, type Tables } from '../../../platform/database/index.ts';
import type { NewOrder, OrderRow } from '../orders/index.ts';
import { orderStatusesOf } from './model.ts';

export interface NewBatch {
  id: string;
  accountId: string;
  world: World;
  filename: string | null;
  rowCount: number;
  columns: string[];
  notifyOnComplete: boolean;
  now: Date;
}

export async function insertBatch(executor: Executor, batch: NewBatch): Promise<void> {
  await sql`
    insert into bulk_batches (id, account_id, world, filename, row_count, columns, notify_on_complete, created_at)
    values (${batch.id}, ${batch.accountId}, ${batch.world}, ${batch.filename}, ${batch.rowCount},
      ${batch.columns}::text[], ${batch.notifyOnComplete}, ${batch.now})`.execute(executor);
}

/** Batches of one series choose their IDs one by one, until the transaction ends. */
export async function lockBatchSeries(executor: Executor, firstId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${firstId}, 0))`.execute(executor);
}

export interface NewRow extends Omit<Tables['bulk_rows'], 'batch_id'> {
  cells: (string | null)[];
  draft: NewOrder;
}

export async function insertRows(executor: Executor, batchId: string, rows: NewRow[]): Promise<void> {
  await sql`
    insert into bulk_rows (batch_id, row_index, order_id, recipient, product_urls, cells, draft)
    select ${batchId}::uuid, * from json_to_recordset(${JSON.stringify(rows)}::json)
      as row (row_index int, order_id uuid, recipient text, product_urls text[], cells json, draft json)`.execute(
    executor,
  );
}

/** The first row without an order; null if all exist. */
export async function firstRowWithoutOrder(executor: Executor, batchId: string): Promise<number | null> {
  const { rows } = await sql<{ row_index: number }>`
    select row_index from bulk_rows r
    where batch_id = ${batchId} and not exists (select from order_summaries o where o.id = r.order_id)
    order by row_index limit 1`.execute(executor);
  return rows[0]?.row_index ?? null;
}

export interface Drafts {
  accountId: string;
  placedAt: Date;
  rowCount: number;
  drafts: NewOrder[];
}

/**
 * Orders to create from a part of a batch, with their current owner: a claimed sandbox moves its batches. Claiming waits for a
 * transaction that has read this.
 */
export async function loadDrafts(executor: Executor, batchId: string, from: number, to: number): Promise<Drafts> {
  const batch = await sql<{ account_id: string; created_at: Date; row_count: number }>`
    select account_id, created_at, row_count from bulk_batches where id = ${batchId} for share`.execute(executor);
  const { rows } = await sql<{ draft: NewOrder }>`
    select draft from bulk_rows where batch_id = ${batchId} and row_index >= ${from} and row_index < ${to}
    order by row_index`.execute(executor);
  const { account_id: accountId, created_at: placedAt, row_count: rowCount } = assertDefined(batch.rows[0]);
  return { accountId, placedAt, rowCount, drafts: rows.map((row) => row.draft) };
}

export interface BatchRow
  extends Omit<Tables['bulk_batches'], 'world' | 'placed_count' | 'failed_count' | 'cancelled_count'> {
  /** Last change of the batch or its orders. */
  updated_at: Date;
  made: number;
  placed: number;
  failed: number;
  cancelled: number;
}

/** Counted from the orders, so always current. A completed batch no longer changes, so its counts are stored. */
const batches = sql`
  select b.id, b.account_id, b.world, b.filename, b.row_count, b.columns, b.notify_on_complete, b.notified_at, b.completed_at, b.created_at,
    greatest(b.created_at, b.notified_at, b.completed_at, counted.updated_at) as updated_at, counted.made, counted.placed, counted.failed,
    counted.cancelled
  from bulk_batches b cross join lateral (
    select b.row_count::bigint as made, null::timestamptz as updated_at, b.placed_count::bigint as placed,
      b.failed_count::bigint as failed, b.cancelled_count::bigint as cancelled
    where b.placed_count is not null
    union all
    select count(o.id) as made, max(o.updated_at) as updated_at,
      count(*) filter (where o.status = any (${orderStatusesOf('placed')}::text[])) as placed,
      count(*) filter (where o.status = any (${orderStatusesOf('failed')}::text[])) as failed,
      count(*) filter (where o.status = any (${orderStatusesOf('cancelled')}::text[])) as cancelled
    from bulk_rows r left join order_summaries o on o.id = r.order_id where r.batch_id = b.id and b.placed_count is null
    having b.placed_count is null
  ) counted`;

export async function listBatches(executor: Executor, owner: { accountId: string; world: World }, page: KeyPage) {
  const own = sql`bulk_batches where account_id = ${owner.accountId} and world = ${owner.world}`;
  const moment = sql`(select last.created_at from bulk_batches last
    where last.id = ${page.after ?? null}::uuid and last.account_id = ${owner.accountId} and last.world = ${owner.world})`;
  const rest =
    page.after === undefined
      ? sql`true`
      : sql`created_at <= ${moment} and (created_at < ${moment} or id > ${page.after}::uuid)`;
  const { rows } = await sql<BatchRow>`
    with page as (
      select id from ${own} and ${rest} order by created_at desc, id limit ${page.limit + 1} offset ${page.offset}
    )
    ${batches} where b.id in (select id from page) order by b.created_at desc, b.id`.execute(executor);
  const counted = await countUpTo(executor, sql`select from ${own} order by created_at desc, id`, filteredMax);
  return { rows: rows.slice(0, page.limit), total: totalOf(counted, page, rows.length) };
}

export async function findBatch(executor: Executor, id: string): Promise<(BatchRow & { world: World }) | null> {
  const { rows } = await sql<BatchRow & { world: World }>`${batches} where b.id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

/** By ID and owner, so another account's batch costs as little as an unknown one. */
export async function findOwnBatch(
  executor: Executor,
  { accountId, world }: { accountId: string; world: World },
  id: string,
): Promise<BatchRow | null> {
  const { rows } = await sql<BatchRow>`
    ${batches} where b.id = ${id} and b.account_id = ${accountId} and b.world = ${world}`.execute(executor);
  return rows[0] ?? null;
}

export interface RowState extends Omit<Tables['bulk_rows'], 'draft'> {
  cells: (string | null)[];
  /** Null until the order exists. */
  order_status: OrderRow['status'] | null;
  order_error: string | null;
  tracking_statuses: TrackingStatus[];
  is_late: boolean;
  waiting_for: OrderRow['waiting_for'];
}

/** In the order of the file. */
export async function loadRows(executor: Executor, batchIds: string[], from: number, to: number): Promise<RowState[]> {
  const { rows } = await sql<RowState>`
    select r.batch_id, r.row_index, r.order_id, r.recipient, r.product_urls, r.cells, o.status as order_status,
      o.job_result ->> 'error' as order_error,
      array(select s.status from parcels s where s.order_id = o.id order by s.position) as tracking_statuses,
      coalesce(o.status = 'order_placed' and o.late_since is not null, false) as is_late, o.waiting_for
    from bulk_rows r left join order_summaries o on o.id = r.order_id
    where r.batch_id = any (${batchIds}::uuid[]) and r.row_index >= ${from} and r.row_index < ${to}
    order by r.batch_id, r.row_index`.execute(executor);
  return rows;
}

/** False if it was already marked. */
export async function markNotified(executor: Executor, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update bulk_batches set notified_at = ${now} where id = ${id} and notified_at is null`.execute(executor);
  return numAffectedRows === 1n;
}

/** True for the first caller. Stores the final counts. */
export async function markCompleted(
  executor: Executor,
  { id, placed, failed, cancelled }: Pick<BatchRow, 'id' | 'placed' | 'failed' | 'cancelled'>,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update bulk_batches set completed_at = ${now}, placed_count = ${placed}, failed_count = ${failed},
      cancelled_count = ${cancelled}
    where id = ${id} and completed_at is null`.execute(executor);
  return numAffectedRows === 1n;
}

export async function moveBatchesToAccount(
  executor: Executor,
  from: string,
  to: string,
  world: World,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update bulk_batches set account_id = ${to} where account_id = ${from} and world = ${world}`.execute(executor);
  return Number(numAffectedRows ?? 0n);
}

export async function findBatchIds(executor: Executor, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from bulk_batches where id = any (${ids}::uuid[])`.execute(
    executor,
  );
  return new Set(rows.map(({ id }) => id));
}

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
