import { sql } from 'kysely';
import type { Executor } from '../../platform/database/index.ts';
import type { Case, CaseAuthor, CaseMessageType, CaseReason, CaseState } from './model.ts';

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

export interface NewMessage {
  author: CaseAuthor;
  type: CaseMessageType;
  message: string;
  /** The news that it tells of, where the teller may repeat itself. */
  cause?: string;
}

/** False when it was told before. */
export async function insertMessage(executor: Executor, orderId: string, entry: NewMessage, now: Date) {
  const { numAffectedRows } = await sql`
    insert into case_messages (order_id, author, type, message, cause, created_at)
    values (${orderId}, ${entry.author}, ${entry.type}, ${entry.message}, ${entry.cause ?? null}, ${now})
    on conflict (order_id, cause) where cause is not null do nothing`.execute(executor);
  if (numAffectedRows === 0n) return false;
  await sql`update cases set updated_at = ${now} where order_id = ${orderId}`.execute(executor);
  return true;
}
