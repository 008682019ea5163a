import { sql } from 'kysely';
import { assertDefined } from '../../../kit/assert-defined.ts';
import type { Page } from '../../../kit/page.ts';
import type { Executor, Row, Tables } from '../../../platform/database/index.ts';

export const eventTypes = [
  'mail.code_received',
  'mail.forwarding_requested',
  'mail.forwarding_verified',
  'mail.received',
  'code.used',
  'login.succeeded',
  'login.failed',
  'account.locked',
  'account.verification_required',
  'account.paused',
  'account.resumed',
  'account.linked',
  'account.unlinked',
] as const;
export type EventType = (typeof eventTypes)[number];

export interface NewEvent {
  managedAccountId: string;
  type: EventType;
  /** Shown to the owner, so never a secret or code. */
  detail: Record<string, unknown>;
  codeId?: string;
}

export interface EventRow extends Omit<Tables['account_events'], 'managed_account_id'> {
  type: EventType;
  detail: Record<string, unknown>;
  /** The stored confirmation link. */
  sealed: Buffer | null;
}

export async function insertEvent(executor: Executor, event: NewEvent, now: Date): Promise<void> {
  await sql`
    insert into account_events (managed_account_id, type, detail, code_id, occurred_at)
    values (${event.managedAccountId}, ${event.type}, ${JSON.stringify(event.detail)}::jsonb, ${event.codeId ?? null},
      ${now})`.execute(executor);
}

export async function listEvents(
  executor: Executor,
  managedAccountId: string,
  page: Page,
  now: Date,
): Promise<{ rows: EventRow[]; total: number }> {
  const { rows } = await sql<EventRow>`
    select e.id, e.type, e.detail, e.code_id, c.sealed, e.occurred_at from account_events e
      left join account_codes c on c.id = e.code_id and c.kind = 'confirmation' and c.expires_at > ${now}
    where e.managed_account_id = ${managedAccountId}
    order by e.id desc limit ${page.limit} offset ${page.offset}`.execute(executor);
  const counted = await sql<{ total: number }>`
    select count(*) as total from account_events where managed_account_id = ${managedAccountId}`.execute(executor);
  return { rows, total: assertDefined(counted.rows[0]).total };
}

export async function pruneEvents(executor: Executor, before: Date): Promise<void> {
  await sql`delete from account_events where occurred_at < ${before}`.execute(executor);
}

export type CodeRow = Row<'account_codes', 'id' | 'sealed'>;

export async function insertCode(
  executor: Executor,
  code: { id: string; managedAccountId: string; kind: 'code' | 'confirmation'; sealed: Buffer },
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await sql`
    insert into account_codes (id, managed_account_id, kind, sealed, received_at, expires_at)
    values (${code.id}, ${code.managedAccountId}, ${code.kind}, ${code.sealed}, ${now}, ${expiresAt})`.execute(
    executor,
  );
}

/** The newest code since `since`. Decrypt it before deleting, because the key is deleted with the row. */
export async function findNewestCode(
  executor: Executor,
  managedAccountId: string,
  since: Date,
  now: Date,
): Promise<CodeRow | null> {
  const { rows } = await sql<CodeRow>`
    select id, sealed from account_codes
    where managed_account_id = ${managedAccountId} and kind = 'code' and received_at >= ${since} and expires_at > ${now}
    order by received_at desc, id limit 1`.execute(executor);
  return rows[0] ?? null;
}

/** Consumes a code and older ones. False if another login took it. */
export async function consumeCode(executor: Executor, managedAccountId: string, id: string, since: Date) {
  const { rows } = await sql<{ id: string }>`
    delete from account_codes
    where managed_account_id = ${managedAccountId} and kind = 'code' and received_at >= ${since}
      and received_at <= (select received_at from account_codes where id = ${id})
    returning id`.execute(executor);
  return rows.some((row) => row.id === id);
}

/** Erases expired codes and returns when the next expires. */
export async function eraseCodes(executor: Executor, now: Date): Promise<Date | null> {
  await sql`delete from account_codes where expires_at <= ${now}`.execute(executor);
  const { rows } = await sql<{ next: Date | null }>`select min(expires_at) as next from account_codes`.execute(
    executor,
  );
  return rows[0]?.next ?? null;
}
