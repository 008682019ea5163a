import { type RawBuilder, sql } from 'kysely';
import type { Executor, JsonRow, Relation, Row } from '../../../../platform/database/index.ts';
import type { ActionKind, ActionParty, ActionState, JsonSchema } from './model.ts';

export interface ActionRow extends Row<'questions'> {
  kind: ActionKind;
  asked_of: ActionParty;
  details: Record<string, unknown>;
  answer_schema: JsonSchema;
  state: ActionState;
}

/** An order's actions as JSON, oldest first, without answers. Part of a larger statement. */
export interface OpenActionRow
  extends JsonRow<
    'questions',
    | 'id'
    | 'kind'
    | 'asked_of'
    | 'message'
    | 'details'
    | 'answer_schema'
    | 'url'
    | 'state'
    | 'asked_at'
    | 'expires_at'
    | 'answered_at'
  > {
  kind: ActionKind;
  asked_of: ActionParty;
  details: Record<string, unknown>;
  answer_schema: JsonSchema;
  state: ActionState;
}

/** Subquery for the order that `orderId` names. Most orders have no action, which one index lookup shows. */
export const actionsJsonOf = (orderId: string): string => `
  select json_agg(json_build_object('id', q.id, 'kind', q.kind, 'asked_of', q.asked_of, 'message', q.message,
    'details', q.details, 'answer_schema', q.answer_schema, 'url', q.url, 'state', q.state, 'asked_at', q.asked_at,
    'expires_at', q.expires_at, 'answered_at', q.answered_at) order by q.asked_at, q.id) as list
  from questions q where q.order_id = ${orderId}`;

/** CTE that closes open actions in the statement that ends their orders. */
export const closeActions = (ended: Relation<'id' | 'updated_at'>): string => `closed_questions as (
    update questions set state = case state when 'open' then 'closed' else state end, sealed_answer = null,
      sealed_resume = null, ended_at = coalesce(ended_at, ${ended.column('updated_at')})
    from ${ended.name} where order_id = ${ended.column('id')}
      and (state = 'open' or sealed_answer is not null or sealed_resume is not null)
  )`;

export async function insertAction(executor: Executor, row: ActionRow): Promise<void> {
  await sql`
    insert into questions (id, order_id, kind, asked_of, message, details, answer_schema, url, digest, shown_digest, is_secret, sealed_resume, asked_at, expires_at)
    values (${row.id}, ${row.order_id}, ${row.kind}, ${row.asked_of}, ${row.message}, ${JSON.stringify(row.details)}::jsonb,
      ${JSON.stringify(row.answer_schema)}::jsonb, ${row.url}, ${row.digest}, ${row.shown_digest}, ${row.is_secret}, ${row.sealed_resume},
      ${row.asked_at}, ${row.expires_at})`.execute(executor);
}

const firstRow = async (executor: Executor, query: RawBuilder<ActionRow>): Promise<ActionRow | null> =>
  (await query.execute(executor)).rows[0] ?? null;

export const findAction = (executor: Executor, id: string): Promise<ActionRow | null> =>
  firstRow(executor, sql<ActionRow>`select * from questions where id = ${id}`);

export const findOpenAction = (executor: Executor, orderId: string): Promise<ActionRow | null> =>
  firstRow(executor, sql<ActionRow>`select * from questions where order_id = ${orderId} and state = 'open'`);

/** Oldest first. */
export async function listActionsOfOrder(executor: Executor, orderId: string): Promise<ActionRow[]> {
  const { rows } = await sql<ActionRow>`
    select * from questions where order_id = ${orderId} order by asked_at, id`.execute(executor);
  return rows;
}

export interface AnswerWrite {
  id: string;
  /** One of the two, or neither if the answer is stored elsewhere. */
  answer: unknown;
  sealed: Buffer | null;
  by: string;
  now: Date;
}

/** Compare-and-set: of two answers, or an answer and the deadline, one wins. */
export async function writeAnswer(executor: Executor, { id, answer, sealed, by, now }: AnswerWrite): Promise<boolean> {
  const kept = sealed === null ? JSON.stringify(answer) : null;
  const { rows } = await sql`
    update questions set state = 'answered', answer = ${kept}::jsonb, sealed_answer = ${sealed}, answered_by = ${by},
      answered_at = ${now}
    where id = ${id} and state = 'open' and (expires_at is null or expires_at > ${now}) returning id`.execute(executor);
  return rows.length === 1;
}

export async function writeExpired(executor: Executor, orderId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update questions set state = 'expired', ended_at = ${now}
    where order_id = ${orderId} and state = 'open' and expires_at <= ${now} returning id`.execute(executor);
  return rows.length === 1;
}

/** Null: no deadline while a person works on it. */
export async function writeDeadline(executor: Executor, id: string, expiresAt: Date | null): Promise<boolean> {
  const { rows } = await sql`
    update questions set expires_at = ${expiresAt} where id = ${id} and state = 'open' returning id`.execute(executor);
  return rows.length === 1;
}

/** Takes a secret answer out of its row. True once. */
export async function consumeSecretAnswer(executor: Executor, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update questions set state = 'used', sealed_answer = null, ended_at = ${now}
    where id = ${id} and state = 'answered' and sealed_answer is not null returning id`.execute(executor);
  return rows.length === 1;
}

export interface ActionWithOrder
  extends ActionRow,
    Row<'orders', 'world' | 'account_id' | 'retailer' | 'max_price_cents'> {
  recipient: string;
}

const actionWithOrder = sql`q.*, o.world, o.account_id, o.retailer, o.max_price_cents,
  concat_ws(' ', o.shipping_address ->> 'first_name', o.shipping_address ->> 'last_name') as recipient`;

export async function findActionWithOrder(executor: Executor, id: string): Promise<ActionWithOrder | null> {
  const { rows } = await sql<ActionWithOrder>`
    select ${actionWithOrder} from questions q join orders o on o.id = q.order_id
    where q.id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

/** Longest waiting first. */
export async function listOperatorActions(executor: Executor, limit: number): Promise<ActionWithOrder[]> {
  const { rows } = await sql<ActionWithOrder>`
    select ${actionWithOrder} from questions q join orders o on o.id = q.order_id
    where q.state = 'open' and q.asked_of = 'operator' and q.kind <> 'buy'
    order by q.asked_at, q.id limit ${limit}`.execute(executor);
  return rows;
}

/** Keeps that and when an order asked, and erases what it asked, who answered and the answer. */
export async function eraseActionsOf(executor: Executor, accountId: string): Promise<void> {
  await sql`
    update questions set message = '[erased]', details = '{}', url = null, answer = null, sealed_answer = null,
      answered_by = null, sealed_resume = null
    where order_id in (select id from orders where account_id = ${accountId})`.execute(executor);
}
