import { sql } from 'kysely';
import { assertDefined } from '../../kit/assert-defined.ts';
import type { Executor, Tables } from '../../platform/database/index.ts';
import type { MailKind, Role } from '../access/accounts/index.ts';

export interface InvitationRow
  extends Pick<Tables['account_invitations'], 'id' | 'email' | 'created_at' | 'expires_at'> {
  role: Role;
}

/** Pending invitations, newest first. */
export async function listInvitations(executor: Executor, accountId: string, now: Date): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select id, email, role, created_at, expires_at from account_invitations
    where account_id = ${accountId} and expires_at > ${now} order by created_at desc, id`.execute(executor);
  return rows;
}

export interface NewInvitation {
  id: string;
  accountId: string;
  email: string;
  role: Role;
  tokenHash: Buffer;
  invitedBy: string;
  now: Date;
  expiresAt: Date;
}

/** An address has at most one invitation: a new one replaces the first, whose link then stops working. */
export async function writeInvitation(executor: Executor, made: NewInvitation): Promise<InvitationRow> {
  const { rows } = await sql<InvitationRow>`
    insert into account_invitations (id, account_id, email, role, token_hash, invited_by, created_at, expires_at)
    values (${made.id}, ${made.accountId}, ${made.email}, ${made.role}, ${made.tokenHash}, ${made.invitedBy}, ${made.now},
            ${made.expiresAt})
    on conflict (account_id, email) do update set id = excluded.id, role = excluded.role, token_hash = excluded.token_hash,
      invited_by = excluded.invited_by, created_at = excluded.created_at, expires_at = excluded.expires_at
    returning id, email, role, created_at, expires_at`.execute(executor);
  return assertDefined(rows[0]);
}

export async function deleteInvitation(executor: Executor, accountId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from account_invitations where account_id = ${accountId} and id = ${id}`.execute(executor);
  return numAffectedRows === 1n;
}

/** Deletes invitations for a person who is no longer an owner, and those they sent. */
export async function deletePersonInvitations(
  executor: Executor,
  accountId: string,
  gone: { personId: string; email: string },
): Promise<void> {
  await sql`
    delete from account_invitations
    where account_id = ${accountId} and (invited_by = ${gone.personId} or email = ${gone.email})`.execute(executor);
}

export async function deleteInvitationsOf(executor: Executor, accountId: string): Promise<void> {
  await sql`delete from account_invitations where account_id = ${accountId}`.execute(executor);
}

export interface OpenInvitation {
  id: string;
  account_id: string;
  /** The account's own address. */
  account_email: string;
  role: Role;
  inviter: string | null;
  expires_at: Date;
}

interface InvitationRequest {
  tokenHash: Buffer;
  /** The signed-in person's address: an invitation works only for its own address. */
  email: string;
  now: Date;
}

export async function findInvitation(executor: Executor, wanted: InvitationRequest): Promise<OpenInvitation | null> {
  const { rows } = await sql<OpenInvitation>`
    select i.id, i.account_id, coalesce(a.email, '') as account_email, i.role, coalesce(p.name, p.email) as inviter, i.expires_at
    from account_invitations i
      join account_summaries a on a.id = i.account_id and a.deleted_at is null
      left join people p on p.id = i.invited_by
    where i.token_hash = ${wanted.tokenHash} and i.email = ${wanted.email} and i.expires_at > ${wanted.now}`.execute(
    executor,
  );
  return rows[0] ?? null;
}

/** Uses an invitation up. True for one call only. */
export async function consumeInvitation(
  executor: Executor,
  wanted: InvitationRequest & { id: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from account_invitations
    where id = ${wanted.id} and token_hash = ${wanted.tokenHash} and email = ${wanted.email}
      and expires_at > ${wanted.now}`.execute(executor);
  return numAffectedRows === 1n;
}

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
