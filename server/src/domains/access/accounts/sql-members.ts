import { sql } from 'kysely';
import { assertDefined } from '../../../kit/assert-defined.ts';
import type { Executor, Row } from '../../../platform/database/index.ts';
import type { Role } from './model.ts';

export type MemberRow = Row<'account_members', 'person_id' | 'role' | 'created_at'> & Row<'people', 'email' | 'name'>;

const memberColumns = sql`m.person_id, p.email, p.name, m.role, m.created_at`;

/** The people of an account, by the time they joined. */
export async function listMembers(executor: Executor, accountId: string): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select ${memberColumns} from account_members m join person_profiles p on p.id = m.person_id
    where m.account_id = ${accountId} order by m.created_at, m.person_id`.execute(executor);
  return rows;
}

/** The same, locked with their account: other changes of members wait. Null for a deleted account. */
export async function lockMembers(executor: Executor, accountId: string): Promise<MemberRow[] | null> {
  const { rows } = await sql`
    select from accounts where id = ${accountId} and deleted_at is null for update`.execute(executor);
  return rows.length === 0 ? null : listMembers(executor, accountId);
}

/** Whether this person owns the account. Until the transaction ends, nobody can remove them or change their role. */
export async function lockOwner(executor: Executor, accountId: string, personId: string | null): Promise<boolean> {
  const members = (await lockMembers(executor, accountId)) ?? [];
  return members.some(({ person_id, role }) => person_id === personId && role === 'owner');
}

/** Keeps an existing role. */
export async function insertMember(
  executor: Executor,
  member: { accountId: string; personId: string; role: Role; now: Date },
): Promise<void> {
  await sql`
    insert into account_members (account_id, person_id, role, created_at)
    values (${member.accountId}, ${member.personId}, ${member.role}, ${member.now}) on conflict do nothing`.execute(
    executor,
  );
}

export async function writeRole(executor: Executor, accountId: string, personId: string, role: Role): Promise<void> {
  await sql`
    update account_members set role = ${role} where account_id = ${accountId} and person_id = ${personId}`.execute(
    executor,
  );
}

export async function deleteMember(executor: Executor, accountId: string, personId: string): Promise<void> {
  await sql`
    delete from account_members where account_id = ${accountId} and person_id = ${personId}`.execute(executor);
}

export async function deleteMembersOf(executor: Executor, accountId: string): Promise<void> {
  await sql`delete from account_members where account_id = ${accountId}`.execute(executor);
}

/** An account has the address of one of its owners. When that owner leaves, the address is free for a new account. */
export async function transferAccountEmail(
  executor: Executor,
  accountId: string,
  from: string,
  to: string,
): Promise<void> {
  await sql`
    update accounts set email = ${to}, is_handed_over = true
    where id = ${accountId} and email = ${from}`.execute(executor);
}

export interface MembershipRow {
  account_id: string;
  account_email: string;
  role: Role;
  test_key: string;
  live_key: string;
}

/** The open accounts of a person, their own first, then by the time they joined. */
export async function listMemberships(executor: Executor, personId: string): Promise<MembershipRow[]> {
  const { rows } = await sql<MembershipRow>`
    select m.account_id, coalesce(a.email, '') as account_email, m.role, t.id as test_key, l.id as live_key
    from account_members m
      join person_profiles p on p.id = m.person_id
      join accounts a on a.id = m.account_id and a.deleted_at is null
      join api_keys t on t.account_id = m.account_id and t.is_web and t.world = 'test'
      join api_keys l on l.account_id = m.account_id and l.is_web and l.world = 'live'
    where m.person_id = ${personId}
    order by a.email is distinct from p.email or a.is_handed_over, m.created_at, m.account_id`.execute(executor);
  return rows;
}

export async function countMemberships(executor: Executor, personId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from account_members where person_id = ${personId}`.execute(executor);
  return assertDefined(rows[0]).total;
}

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

export type RecipientRow = MemberRow & Row<'people', 'mails_off' | 'mail_token'>;

export async function listRecipients(executor: Executor, accountId: string): Promise<RecipientRow[]> {
  const { rows } = await sql<RecipientRow>`
    select ${memberColumns}, p.mails_off, p.mail_token from account_members m join person_profiles p on p.id = m.person_id
    where m.account_id = ${accountId} order by m.created_at, m.person_id`.execute(executor);
  return rows;
}
