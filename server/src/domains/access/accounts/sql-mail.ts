import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/index.ts';
import type { MemberRow } from './sql-members.ts';

/** Kinds of mail that people can turn off. */
export const mailKinds = [
  'approvals',
  'failed_orders',
  'late_orders',
  'failing_webhooks',
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
    from account_members m join person_profiles p on p.id = m.person_id
    where m.account_id = ${accountId} order by m.created_at, m.person_id`.execute(executor);
  return rows;
}
