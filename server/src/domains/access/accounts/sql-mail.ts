import { sql } from 'kysely';
import { existing } from '../../../kit/existing.ts';
import type { Executor } from '../../../platform/database/index.ts';
import type { MemberRow } from './sql-members.ts';

/** What people are mailed about beside signing in and invitations, which are not to be switched off. */
export const mailKinds = [
  'approvals',
  'failed_orders',
  'case_answers',
  'batches',
  'spend_alerts',
  'low_wallet',
] as const;
export type MailKind = (typeof mailKinds)[number];

export interface RecipientRow extends MemberRow {
  mails_off: string[];
  mail_token: string;
}

export async function listRecipients(executor: Executor, accountId: string): Promise<RecipientRow[]> {
  const { rows } = await sql<RecipientRow>`
    select m.person_id, p.email, p.name, m.role, m.created_at, p.mails_off, p.mail_token
    from account_members m join people p on p.id = m.person_id
    where m.account_id = ${accountId} order by m.created_at, m.person_id`.execute(executor);
  return rows;
}

export interface MailPreferences {
  mails_off: string[];
  low_wallet_cents: number;
}

export async function findMailPreferences(executor: Executor, personId: string): Promise<MailPreferences> {
  const { rows } = await sql<MailPreferences>`
    select mails_off, low_wallet_cents from people where id = ${personId}`.execute(executor);
  return existing(rows[0]);
}

export async function writeMailPreferences(
  executor: Executor,
  personId: string,
  { mails_off: off, low_wallet_cents: low }: MailPreferences,
): Promise<void> {
  await sql`
    update people set mails_off = ${off}::text[], low_wallet_cents = ${low} where id = ${personId}`.execute(executor);
}

/** Switches one kind off for the holder of a token; false when nobody has it. */
export async function stopMails(executor: Executor, token: string, kind: MailKind): Promise<boolean> {
  const { rows } = await sql`
    update people set mails_off = array(select distinct unnest(mails_off || ${kind}::text)) where mail_token = ${token}::uuid
    returning id`.execute(executor);
  return rows.length === 1;
}
