import { type RawBuilder, sql } from 'kysely';
import { assertDefined } from '../../../kit/assert-defined.ts';
import { filteredMax, type KeyPage, totalOf } from '../../../kit/page.ts';
import type { World } from '../../../kit/world.ts';
import { countUpTo, type Executor, planned, type Row, type Tables } from '../../../platform/database/index.ts';
import type {
  Case,
  CaseAuthor,
  CaseMessage,
  CaseMessageType,
  CaseReason,
  CaseState,
  FullCase,
  ListedCase,
} from './model.ts';
import { listAttachments } from './sql-attachments.ts';

export async function findCase(executor: Executor, orderId: string): Promise<Case> {
  const { rows } = await sql<{ state: CaseState; type: CaseMessageType; message: string; timestamp: Date }>`
    select c.state, m.type, m.message, m.created_at as timestamp
    from cases c join case_messages m on m.order_id = c.order_id
    where c.order_id = ${orderId} order by m.id`.execute(executor);
  return {
    state: rows[0]?.state ?? null,
    messages: rows.map(({ type, message, timestamp }) => ({ type, message, timestamp })),
  };
}

interface CaseRow extends Omit<Tables['cases'], 'opened_at' | 'account_id' | 'world'> {
  state: CaseState;
  reason: CaseReason;
}

interface MessageRow extends Row<'case_messages', 'type' | 'author' | 'message' | 'created_at'> {
  type: CaseMessageType;
  author: CaseAuthor;
}

const messageOf = (row: MessageRow): CaseMessage => ({
  type: row.type,
  author: row.author,
  message: row.message,
  timestamp: row.created_at,
});

const caseHeadOf = (row: CaseRow, createdAt: Date) => ({
  orderId: row.order_id,
  state: row.state,
  reason: row.reason,
  createdAt,
  updatedAt: row.updated_at,
});

export async function findFullCase(executor: Executor, orderId: string): Promise<FullCase | null> {
  const { rows } = await sql<CaseRow & MessageRow>`
    select c.order_id, c.state, c.reason, c.updated_at, m.type, m.author, m.message, m.created_at
    from cases c join case_messages m on m.order_id = c.order_id
    where c.order_id = ${orderId} order by m.id`.execute(executor);
  const [first] = rows;
  if (!first) return null;
  const attachments = await listAttachments(executor, orderId);
  return { ...caseHeadOf(first, first.created_at), messages: rows.map(messageOf), attachments };
}

export interface CaseFilter {
  /** Null: any account, for operators. */
  owner: { accountId: string; world: World } | null;
  state?: CaseState;
}

/** SQL reads the time, because JavaScript's dates are too coarse. Another account's case matches nothing. */
function isAfterCase(owner: CaseFilter['owner'], orderId: string): RawBuilder<unknown> {
  const own = owner ? sql`last.account_id = ${owner.accountId} and last.world = ${owner.world}` : sql`true`;
  const moment = sql`(select last.updated_at from cases last where last.order_id = ${orderId}::uuid and ${own})`;
  return sql`updated_at <= ${moment} and (updated_at < ${moment} or order_id > ${orderId}::uuid)`;
}

/** Most recently changed first. */
export async function listCases(
  executor: Executor,
  { owner, state }: CaseFilter,
  page: KeyPage,
): Promise<{ cases: ListedCase[]; total: number }> {
  const parts = [
    owner ? sql`account_id = ${owner.accountId} and world = ${owner.world}` : sql`true`,
    state ? sql`state = ${state}` : sql`true`,
  ];
  const where = sql.join(parts, sql` and `);
  const rest = page.after === undefined ? sql`true` : isAfterCase(owner, page.after);
  const { rows } = await sql<CaseRow & MessageRow & { opened_at: Date }>`${planned}
    select c.order_id, c.state, c.reason, c.updated_at, first.created_at as opened_at, last.*
    from (
      select * from cases where ${where} and ${rest} order by updated_at desc, order_id limit ${page.limit + 1} offset ${page.offset}
    ) c
      cross join lateral (
        select created_at from case_messages m where m.order_id = c.order_id order by id limit 1) first
      cross join lateral (
        select type, author, message, created_at from case_messages m
        where m.order_id = c.order_id order by id desc limit 1) last
    order by c.updated_at desc, c.order_id`.execute(executor);
  const counted = await countUpTo(
    executor,
    sql`select from cases where ${where} order by updated_at desc, order_id`,
    filteredMax,
  );
  const cases = rows
    .slice(0, page.limit)
    .map((row) => ({ ...caseHeadOf(row, row.opened_at), lastMessage: messageOf(row) }));
  return { cases, total: totalOf(counted, page, rows.length) };
}

/** Open cases whose last message is not an operator's, each with that message. */
const unansweredCases = sql`(select order_id, updated_at from cases where state = 'open') c
  cross join lateral (
    select type, author, message, created_at from case_messages m
    where m.order_id = c.order_id order by id desc limit 1) last
  where last.author <> 'operator'`;

/** Of all accounts, longest waiting first. */
export async function listUnansweredCases(
  executor: Executor,
  limit: number,
): Promise<{ orderId: string; lastMessage: CaseMessage }[]> {
  const { rows } = await sql<MessageRow & { order_id: string }>`${planned}
    select c.order_id, last.* from ${unansweredCases} order by c.updated_at, c.order_id limit ${limit}`.execute(
    executor,
  );
  return rows.map(({ order_id: orderId, ...message }) => ({ orderId, lastMessage: messageOf(message) }));
}

export async function countUnansweredCases(executor: Executor): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${unansweredCases}`.execute(executor);
  return assertDefined(rows[0]).n;
}

export async function countOpenCasesOf(executor: Executor, own: { accountId: string; world: World }): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from cases
    where state = 'open' and account_id = ${own.accountId} and world = ${own.world}`.execute(executor);
  return rows[0]?.n ?? 0;
}

export async function findState(executor: Executor, orderId: string): Promise<CaseState | null> {
  const { rows } = await sql<{ state: CaseState }>`
    select state from cases where order_id = ${orderId}`.execute(executor);
  return rows[0]?.state ?? null;
}

export async function writeOpened(executor: Executor, orderId: string, reason: CaseReason, now: Date): Promise<void> {
  await sql`
    insert into cases (order_id, state, reason, opened_at, updated_at)
    values (${orderId}, 'open', ${reason}, ${now}, ${now})
    on conflict (order_id) do update set state = 'open', reason = excluded.reason, opened_at = excluded.opened_at`.execute(
    executor,
  );
}

export async function writeClosed(executor: Executor, orderId: string): Promise<void> {
  await sql`update cases set state = 'closed' where order_id = ${orderId} and state = 'open'`.execute(executor);
}

export interface NewMessage extends Row<'case_messages', 'author' | 'type' | 'message'> {
  author: CaseAuthor;
  type: CaseMessageType;
  /** The event it is about, if that event may be handled twice. */
  cause?: string;
}

export async function countMessages(executor: Executor, orderId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from case_messages where order_id = ${orderId}`.execute(executor);
  return rows[0]?.n ?? 0;
}

/** False if it was added before. */
export async function insertMessage(executor: Executor, orderId: string, entry: NewMessage, now: Date) {
  const { numAffectedRows } = await sql`
    insert into case_messages (order_id, author, type, message, cause, created_at)
    values (${orderId}, ${entry.author}, ${entry.type}, ${entry.message}, ${entry.cause ?? null}, ${now})
    on conflict (order_id, cause) where cause is not null do nothing`.execute(executor);
  if (numAffectedRows === 0n) return false;
  await sql`update cases set updated_at = ${now} where order_id = ${orderId}`.execute(executor);
  return true;
}

export interface UnnotifiedRow {
  account_id: string;
  world: World;
  retailer: string;
  recipient: string;
  last_id: number;
  messages: string[];
}

/** Messages to the customer that were not emailed yet. */
export async function findUnnotified(executor: Executor, orderId: string): Promise<UnnotifiedRow | null> {
  const { rows } = await sql<UnnotifiedRow>`
    select o.account_id, o.world, o.retailer,
      concat_ws(' ', o.shipping_address ->> 'first_name', o.shipping_address ->> 'last_name') as recipient, max(m.id) as last_id, array_agg(m.message order by m.id) as messages
    from cases c
      join order_summaries o on o.id = c.order_id
      join case_messages m on m.order_id = c.order_id and m.id > c.told_message_id and m.author <> 'customer'
    where c.order_id = ${orderId} group by o.account_id, o.world, o.retailer, o.shipping_address`.execute(executor);
  return rows[0] ?? null;
}

export async function writeNotified(executor: Executor, orderId: string, messageId: number): Promise<void> {
  await sql`
    update cases set told_message_id = greatest(told_message_id, ${messageId}) where order_id = ${orderId}`.execute(
    executor,
  );
}
