import { sql } from 'kysely';
import { assertDefined } from '../../kit/assert-defined.ts';
import type { Executor } from '../../platform/database/index.ts';
import type { MailKind } from '../access/accounts/index.ts';

export interface MailPreferences {
  mails_off: string[];
  low_wallet_cents: number;
}

export async function findMailPreferences(executor: Executor, personId: string): Promise<MailPreferences> {
  const { rows } = await sql<MailPreferences>`
    select mails_off, low_wallet_cents from people where id = ${personId}`.execute(executor);
  return assertDefined(rows[0]);
}

export async function writeMailPreferences(
  executor: Executor,
  personId: string,
  { mails_off: off, low_wallet_cents: low }: MailPreferences,
): Promise<void> {
  await sql`
    update people set mails_off = ${off}::text[], low_wallet_cents = ${low} where id = ${personId}`.execute(executor);
}

/** Turns one kind of email off for the holder of a token; false if the token is unknown. */
export async function stopMails(executor: Executor, token: string, kind: MailKind): Promise<boolean> {
  const { rows } = await sql`
    update people set mails_off = array(select distinct unnest(mails_off || ${kind}::text)) where mail_token = ${token}::uuid
    returning id`.execute(executor);
  return rows.length === 1;
}
