import { type RawBuilder, sql } from 'kysely';
import type { Address } from '../../../connectors/contract.ts';
import { assertDefined } from '../../../kit/assert-defined.ts';
import { plusMs } from '../../../kit/clock.ts';
import { sourcesOf } from '../../../kit/moves.ts';
import { filteredMax, type KeyPage, totalOf } from '../../../kit/page.ts';
import type { World } from '../../../kit/world.ts';
import {
  begins,
  countUpTo,
  type Executor,
  idBegins,
  planned,
  type Row,
  type Tables,
} from '../../../platform/database/index.ts';
import { type ReturnItem, type ReturnReason, type ReturnStatus, refundWithinMs, returnMoves } from './model.ts';

export interface ReturnRow extends Row<'return_requests'> {
  status: ReturnStatus;
  reason: ReturnReason;
  items: ReturnItem[];
  return_address: Address | null;
  client_request: Record<string, unknown> | null;
  /** The return that replaced this one. */
  superseded_by: Tables['return_requests']['superseded_by'];
  labels: LabelRow[];
}

export type LabelRow = Row<'return_labels', 'id' | 'link_key'>;

const fullColumns = sql`
  r.id, order_id, account_id, world, status, reason, notes, items, reason_code, method_code, explanation, return_address,
  client_request, asked_at, filed_at, merchant_return_id, return_by, resolution_notes, superseded_by, credited_cents, expected_cents,
  is_paid_by_retailer, refund_problem, approved_at, created_at, updated_at, resolved_at, array(select l.id::text from return_labels l where l.return_id = r.id order by position) as label_ids,
  array(select l.link_key from return_labels l where l.return_id = r.id order by position) as label_keys`;

type FlatRow = Omit<ReturnRow, 'labels'> & { label_ids: string[]; label_keys: Buffer[] };

const toReturnRow = ({ label_ids: ids, label_keys: keys, ...row }: FlatRow): ReturnRow => ({
  ...row,
  labels: ids.map((id, index) => ({ id, link_key: assertDefined(keys[index]) })),
});

export async function findReturn(executor: Executor, id: string): Promise<ReturnRow | null> {
  const { rows } = await sql<FlatRow>`select ${fullColumns} from return_requests r where r.id = ${id}`.execute(
    executor,
  );
  return rows[0] ? toReturnRow(rows[0]) : null;
}

/** By ID and owner, so another account's return costs as little as an unknown one. */
export async function findOwnReturn(
  executor: Executor,
  { accountId, world }: { accountId: string; world: World },
  id: string,
): Promise<ReturnRow | null> {
  const { rows } = await sql<FlatRow>`
    select ${fullColumns} from return_requests r
    where r.id = ${id} and r.account_id = ${accountId} and r.world = ${world}`.execute(executor);
  return rows[0] ? toReturnRow(rows[0]) : null;
}

/** Oldest first. Counting over them needs the order's lock. */
export async function returnsOfOrder(executor: Executor, orderId: string): Promise<ReturnRow[]> {
  const { rows } = await sql<FlatRow>`
    select ${fullColumns} from return_requests r where order_id = ${orderId} order by created_at, r.id`.execute(
    executor,
  );
  return rows.map(toReturnRow);
}

export interface ReturnFilter {
  /** Null: any account, for operators. */
  owner: { accountId: string; world: World } | null;
  status?: ReturnStatus | undefined;
  /** Start of a return ID, order ID or merchant return ID. */
  search?: string | undefined;
}

export async function listReturns(executor: Executor, filter: ReturnFilter, page: KeyPage) {
  const where = whereOf(filter);
  const rest = page.after === undefined ? sql`true` : isAfterReturn(filter, page.after);
  const { rows } = await sql<FlatRow>`${planned}
    select ${fullColumns} from (
      select * from return_requests r where ${where} and ${rest} order by created_at desc, r.id limit ${page.limit + 1} offset ${page.offset}
    ) r order by created_at desc, r.id`.execute(executor);
  // Uses the index of the list, except for one status of all accounts, which has no index in order.
  const along = filter.owner || !filter.status ? sql`order by created_at desc, r.id` : sql``;
  const counted = await countUpTo(executor, sql`select from return_requests r where ${where} ${along}`, filteredMax);
  return { rows: rows.slice(0, page.limit).map(toReturnRow), total: totalOf(counted, page, rows.length) };
}

/** Open returns of all accounts, oldest first. */
export async function listOldestReturns(executor: Executor, limit: number): Promise<ReturnRow[]> {
  const { rows } = await sql<FlatRow>`${planned}
    select ${fullColumns} from (
      select * from return_requests where status = 'open' order by created_at, id limit ${limit}
    ) r order by created_at, r.id`.execute(executor);
  return rows.map(toReturnRow);
}

const isWaitingForRefund = sql`status = 'approved' and not is_paid_by_retailer`;
/** Live only: sandbox refunds are not real money. A refund that cannot be read needs an operator at once. */
const isOverdue = (now: Date) =>
  sql`${isWaitingForRefund} and (approved_at <= ${plusMs(now, -refundWithinMs)} or refund_problem is not null) and world = 'live'`;

/** Approved returns that wait for a refund, longest first. `overdueAt`: only those overdue then. */
export async function listWaitingRefunds(
  executor: Executor,
  overdueAt: Date | null,
  page: { limit: number; offset: number },
) {
  const where = overdueAt === null ? isWaitingForRefund : isOverdue(overdueAt);
  const { rows } = await sql<FlatRow>`
    select ${fullColumns} from return_requests r where ${where}
    order by approved_at, r.id limit ${page.limit} offset ${page.offset}`.execute(executor);
  const total = await countUpTo(executor, sql`select from return_requests r where ${where}`, filteredMax);
  return { rows: rows.map(toReturnRow), total };
}

/** SQL reads the time, because JavaScript's dates are too coarse. Another account's return matches nothing. */
function isAfterReturn({ owner }: ReturnFilter, after: string): RawBuilder<unknown> {
  const own = owner ? sql`last.account_id = ${owner.accountId} and last.world = ${owner.world}` : sql`true`;
  const moment = sql`(select last.created_at from return_requests last where last.id = ${after}::uuid and ${own})`;
  return sql`created_at <= ${moment} and (created_at < ${moment} or r.id > ${after}::uuid)`;
}

function whereOf(filter: ReturnFilter): RawBuilder<unknown> {
  const { owner } = filter;
  const parts = owner ? [sql`account_id = ${owner.accountId}`, sql`world = ${owner.world}`] : [sql`true`];
  // Written out, so that open returns use their own index.
  if (filter.status) parts.push(sql`status = ${sql.lit(filter.status)}`);
  if (filter.search !== undefined) {
    const text = filter.search.toLowerCase();
    const ways = [
      ...idBegins(sql`r.id`, text),
      ...idBegins(sql`r.order_id`, text),
      begins(sql`lower(r.merchant_return_id)`, text),
    ];
    parts.push(sql`(${sql.join(ways, sql` or `)})`);
  }
  return sql.join(parts, sql` and `);
}

export async function countOverdueRefunds(executor: Executor, now: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from return_requests where ${isOverdue(now)}`.execute(executor);
  return assertDefined(rows[0]).n;
}

export async function countOpenReturns(executor: Executor): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from return_requests where status = 'open'`.execute(executor);
  return assertDefined(rows[0]).n;
}

export async function countOpenReturnsOf(
  executor: Executor,
  own: { accountId: string; world: World },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from return_requests
    where status = 'open' and account_id = ${own.accountId} and world = ${own.world}`.execute(executor);
  return rows[0]?.n ?? 0;
}

export type NewReturn = Pick<
  ReturnRow,
  | 'id'
  | 'order_id'
  | 'account_id'
  | 'world'
  | 'reason'
  | 'notes'
  | 'items'
  | 'reason_code'
  | 'method_code'
  | 'explanation'
  | 'return_address'
  | 'client_request'
  | 'is_paid_by_retailer'
  | 'expected_cents'
>;

const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

export async function insertReturn(executor: Executor, row: NewReturn, now: Date): Promise<void> {
  await sql`
    insert into return_requests (id, order_id, account_id, world, status, reason, notes, items, reason_code, method_code,
      explanation, return_address, client_request, is_paid_by_retailer, expected_cents, created_at, updated_at)
    values (${row.id}, ${row.order_id}, ${row.account_id}, ${row.world}, 'open', ${row.reason}, ${row.notes},
      ${json(row.items)}::jsonb, ${row.reason_code}, ${row.method_code}, ${row.explanation},
      ${json(row.return_address)}::jsonb, ${json(row.client_request)}, ${row.is_paid_by_retailer}, ${row.expected_cents},
      ${now}, ${now})`.execute(executor);
}

/** Written before the retailer is asked: from now on it may have the request. */
export async function markRequested(executor: Executor, id: string, now: Date): Promise<void> {
  await sql`update return_requests set asked_at = coalesce(asked_at, ${now}) where id = ${id}`.execute(executor);
}

/** The retailer was not reached, so it cannot have the request. */
export async function unmarkRequested(executor: Executor, id: string): Promise<void> {
  await sql`update return_requests set asked_at = null where id = ${id} and filed_at is null`.execute(executor);
}

/** The retailer has the request. From now on Errand only asks for its status. */
/** Why the store's refunds cannot be read; null: they can. */
export async function writeRefundProblem(executor: Executor, id: string, problem: string | null): Promise<void> {
  await sql`
    update return_requests set refund_problem = ${problem}
    where id = ${id} and refund_problem is distinct from ${problem}`.execute(executor);
}

export async function markFiled(executor: Executor, id: string, merchantReturnId: string | null, now: Date) {
  await sql`
    update return_requests set filed_at = coalesce(filed_at, ${now}), updated_at = ${now},
      merchant_return_id = coalesce(${merchantReturnId}, merchant_return_id)
    where id = ${id} and status = 'open'
      and (filed_at is null or merchant_return_id is distinct from coalesce(${merchantReturnId}, merchant_return_id))
  `.execute(executor);
}

export interface Ending {
  status: Exclude<ReturnStatus, 'open'>;
  notes: string | null;
  merchantReturnId: string | null;
  returnBy: string | null;
  creditedCents: number | null;
  /** Set on approval. */
  expectedCents: number | null;
  supersededBy?: string;
}

/** The only place that moves a return, by compare-and-set. False if it had already moved. */
export async function endReturn(executor: Executor, id: string, ending: Ending, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update return_requests set status = ${ending.status}, resolution_notes = coalesce(${ending.notes}, resolution_notes),
      merchant_return_id = coalesce(${ending.merchantReturnId}, merchant_return_id),
      return_by = coalesce(${ending.returnBy}, return_by), expected_cents = coalesce(${ending.expectedCents}, expected_cents),
      credited_cents = ${ending.creditedCents}, superseded_by = ${ending.supersededBy ?? null}, updated_at = ${now},
      resolved_at = ${now}, approved_at = case when ${ending.status} = 'approved' then ${now}::timestamptz else approved_at end
    where id = ${id} and status = any (${sourcesOf(returnMoves, ending.status)}::text[])
      and (status = 'open' or not is_paid_by_retailer)`.execute(executor);
  return numAffectedRows === 1n;
}

export async function writeNotes(executor: Executor, id: string, notes: string, now: Date): Promise<void> {
  await sql`
    update return_requests set resolution_notes = ${notes}, updated_at = ${now} where id = ${id}`.execute(executor);
}

/** For returns approved before the amount was stored. */
export async function writeExpected(executor: Executor, id: string, cents: number): Promise<void> {
  await sql`
    update return_requests set expected_cents = ${cents} where id = ${id} and expected_cents is null`.execute(executor);
}

export interface NewLabel {
  id: string;
  carrier: string;
  trackingNumber: string;
  blob: string;
  linkKey: Buffer;
}

export async function insertLabels(executor: Executor, returnId: string, labels: NewLabel[], now: Date): Promise<void> {
  for (const [position, label] of labels.entries()) {
    await sql`
      insert into return_labels (id, return_id, position, carrier, tracking_number, blob, link_key, created_at)
      values (${label.id}, ${returnId}, ${position}, ${label.carrier}, ${label.trackingNumber}, ${label.blob},
        ${label.linkKey}, ${now})`.execute(executor);
  }
}

export interface StoredLabel extends LabelRow, Row<'return_requests', 'order_id' | 'world'> {
  blob: string;
}

export async function findLabel(executor: Executor, id: string): Promise<StoredLabel | null> {
  const { rows } = await sql<StoredLabel>`
    select l.id, l.link_key, l.blob, r.order_id, r.world
    from return_labels l join return_requests r on r.id = l.return_id where l.id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

export async function moveReturnsToAccount(executor: Executor, from: string, to: string, world: World): Promise<void> {
  await sql`
    update return_requests set account_id = ${to} where account_id = ${from} and world = ${world}`.execute(executor);
}
