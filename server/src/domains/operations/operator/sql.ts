import { type RawBuilder, sql } from 'kysely';
import { filteredMax, type Page, totalOf } from '../../../kit/page.ts';
import { countUpTo, type Executor, planned, type Row } from '../../../platform/database/index.ts';
import type { Action, RefundItem } from './model.ts';

export async function insertRefund(
  executor: Executor,
  refund: { id: string; orderId: string; amount: number; items: readonly RefundItem[]; now: Date },
): Promise<void> {
  const items = refund.items.length === 0 ? null : JSON.stringify(refund.items);
  await sql`
    insert into order_refunds (id, order_id, amount_cents, items, created_at)
    values (${refund.id}, ${refund.orderId}, ${refund.amount}, ${items}::jsonb, ${refund.now})`.execute(executor);
}

export async function findRefund(executor: Executor, id: string) {
  const { rows } = await sql<{ order_id: string; items: RefundItem[] | null }>`
    select order_id,
      (select json_agg(json_build_object('order_item_id', i ->> 'order_item_id', 'quantity', i -> 'quantity') order by n)
        from jsonb_array_elements(items) with ordinality as list (i, n)) as items
    from order_refunds where id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

export interface ActionRow extends Row<'audit_log'> {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

export async function insertAction(executor: Executor, action: Action, now: Date): Promise<void> {
  await sql`
    insert into audit_log (at, operator, action, subject_type, subject_id, before, after, note)
    values (${now}, ${action.operator}, ${action.name}, ${action.subject.type}, ${action.subject.id},
      ${json(action.before)}::jsonb, ${json(action.after)}::jsonb, ${action.note ?? null})`.execute(executor);
}

/** Newest first. */
export async function listNewestActionIds(executor: Executor, limit: number): Promise<number[]> {
  const { rows } = await sql<Row<'audit_log', 'id'>>`select id from audit_log order by id desc limit ${limit}`.execute(
    executor,
  );
  return rows.map(({ id }) => id);
}

/** An empty filter matches every entry. */
export interface ActionFilter {
  operator?: string | undefined;
  action?: string | undefined;
  subjectType?: string | undefined;
  subjectId?: string | undefined;
  /** An account with its wallets and keys. */
  about?: string | undefined;
  from?: Date | undefined;
  before?: Date | undefined;
}

/** Pairs of these columns have an index, since each value alone may be common. */
function isOf({ operator, action, subjectType }: ActionFilter): RawBuilder<unknown>[] {
  const asked = [
    [sql`operator`, operator?.toLowerCase()] as const,
    [sql`action`, action] as const,
    [sql`subject_type`, subjectType] as const,
  ].filter(([, value]) => value);
  if (asked.length < 2) return asked.map(([column, value]) => sql`${column} = ${value}`);
  return asked.flatMap(([column, value], at) =>
    asked.slice(at + 1).map(([other, otherValue]) => sql`${column} || ' ' || ${other} = ${`${value} ${otherValue}`}`),
  );
}

function whereOf(filter: ActionFilter): RawBuilder<unknown> {
  const parts = [sql`true`, ...isOf(filter)];
  if (filter.subjectId) parts.push(sql`subject_id = ${filter.subjectId}`);
  if (filter.about) {
    const ids = [filter.about, `test/${filter.about}`, `live/${filter.about}`];
    // Few entries match an account, but the planner may scan the whole log. So their ids are read first.
    parts.push(sql`id = any (array(
      select id from audit_log where subject_id = any (${ids}::text[])
      union select id from audit_log where after ->> 'account_id' = ${filter.about}))`);
  }
  if (filter.from) parts.push(sql`at >= ${filter.from}`);
  if (filter.before) parts.push(sql`at < ${filter.before}`);
  return sql.join(parts, sql` and `);
}

/** Newest first, by the index of each filter. */
const inOrder = (filter: ActionFilter, columns: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select ${columns} from audit_log where ${whereOf(filter)} order by at desc, id desc`;

export async function listActions(
  executor: Executor,
  filter: ActionFilter,
  page: Page,
): Promise<{ rows: ActionRow[]; total: number }> {
  const { rows } = await sql<ActionRow>`${planned}
    ${inOrder(filter, sql`*`)} limit ${page.limit + 1} offset ${page.offset}`.execute(executor);
  const counted = await countUpTo(executor, inOrder(filter, sql``), filteredMax);
  return { rows: rows.slice(0, page.limit), total: totalOf(counted, page, rows.length) };
}

/** Newest first, after `last`, to read the whole log in batches. */
export async function listActionsBehind(
  executor: Executor,
  filter: ActionFilter,
  last: Pick<ActionRow, 'at' | 'id'> | null,
  limit: number,
): Promise<ActionRow[]> {
  const rest = last === null ? sql`true` : sql`(at, id) < (${last.at}, ${last.id})`;
  const { rows } = await sql<ActionRow>`${planned}
    select * from audit_log where ${whereOf(filter)} and ${rest} order by at desc, id desc limit ${limit}`.execute(
    executor,
  );
  return rows;
}
