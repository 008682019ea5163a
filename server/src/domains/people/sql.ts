import { sql } from 'kysely';
import { assertDefined } from '../../kit/assert-defined.ts';
import type { Executor, Row } from '../../platform/database/index.ts';

export async function insertPerson(executor: Executor, id: string, email: string, now: Date): Promise<void> {
  await sql`
    insert into people (id, email, email_verified, created_at, updated_at) values (${id}, ${email}, true, ${now}, ${now})
    on conflict do nothing`.execute(executor);
}

/** The person with this address; null before their first sign-in. */
export async function findPersonByEmail(executor: Executor, email: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from people where email = ${email.toLowerCase()}`.execute(executor);
  return rows[0]?.id ?? null;
}

export async function findJoined(executor: Executor, id: string): Promise<Date> {
  const { rows } = await sql<{ created_at: Date }>`select created_at from people where id = ${id}`.execute(executor);
  return assertDefined(rows[0]).created_at;
}

export async function writeName(executor: Executor, id: string, name: string | null): Promise<void> {
  await sql`update people set name = ${name} where id = ${id}`.execute(executor);
}

/** A link's value is JSON with these keys for compatibility with versions that used better-auth. */
export async function insertLink(
  executor: Executor,
  { id, identifier, email }: { id: string; identifier: string; email: string },
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await sql`
    insert into people_links (id, identifier, value, expires_at, created_at, updated_at)
    values (${id}, ${identifier}, ${JSON.stringify({ type: 'magic-link', email })}, ${expiresAt}, ${now}, ${now})`.execute(
    executor,
  );
}

/** The address that a link was mailed to; null if the link is unknown, used or expired. */
export async function findLinkEmail(executor: Executor, identifier: string, now: Date): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select value::jsonb ->> 'email' as email from people_links
    where identifier = ${identifier} and expires_at > ${now}`.execute(executor);
  return rows[0]?.email ?? null;
}

/** Uses a link up: true for only one caller. */
export async function takeLink(executor: Executor, identifier: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from people_links where identifier = ${identifier} and expires_at > ${now}`.execute(executor);
  return numAffectedRows === 1n;
}

type SessionColumn = 'person_id' | 'account_id' | 'expires_at' | 'created_at' | 'factor_at';

export interface SessionRow extends Row<'people_sessions', SessionColumn>, Row<'people', 'email' | 'name'> {
  is_enrolled: boolean;
}

export async function findSession(executor: Executor, token: string): Promise<SessionRow | null> {
  const { rows } = await sql<SessionRow>`
    select p.id as person_id, p.email, p.name, s.account_id, s.expires_at, s.created_at, s.factor_at, f.confirmed_at is not null as is_enrolled
    from people_sessions s join people p on p.id = s.person_id left join people_factors f on f.id = p.id
    where s.token = ${token}`.execute(executor);
  return rows[0] ?? null;
}

export async function insertSession(
  executor: Executor,
  { id, personId, token }: { id: string; personId: string; token: string },
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await sql`
    insert into people_sessions (id, person_id, token, expires_at, created_at, updated_at)
    values (${id}, ${personId}, ${token}, ${expiresAt}, ${now}, ${now})`.execute(executor);
}

export async function deleteSession(executor: Executor, token: string): Promise<void> {
  await sql`delete from people_sessions where token = ${token}`.execute(executor);
}

/** The token of the ended session; null if there was none. */
export async function deleteSessionById(executor: Executor, id: string): Promise<string | null> {
  const { rows } = await sql<{ token: string }>`
    delete from people_sessions where id = ${id} returning token`.execute(executor);
  return rows[0]?.token ?? null;
}

export async function writeSessionAccount(executor: Executor, token: string, accountId: string): Promise<void> {
  await sql`update people_sessions set account_id = ${accountId} where token = ${token}`.execute(executor);
}

export async function deleteSessionsOf(executor: Executor, personId: string): Promise<void> {
  await sql`delete from people_sessions where person_id = ${personId}`.execute(executor);
}

/** Links that were mailed and not opened yet. */
export async function deleteLinksOf(executor: Executor, personId: string): Promise<void> {
  await sql`
    delete from people_links using people p
    where p.id = ${personId} and lower(people_links.value::jsonb ->> 'email') = p.email`.execute(executor);
}

export async function deleteEnded(executor: Executor, now: Date): Promise<void> {
  await sql`delete from people_sessions where expires_at <= ${now}`.execute(executor);
  await sql`delete from people_links where expires_at <= ${now}`.execute(executor);
  await sql`delete from account_invitations where expires_at <= ${now}`.execute(executor);
}

export async function findSecret(executor: Executor, name: string): Promise<Buffer | null> {
  const { rows } = await sql<{ sealed: Buffer }>`
    select sealed from people_secrets where name = ${name}`.execute(executor);
  return rows[0]?.sealed ?? null;
}

export async function insertSecret(executor: Executor, name: string, sealed: Buffer): Promise<void> {
  await sql`
    insert into people_secrets (name, sealed) values (${name}, ${sealed}) on conflict (name) do nothing`.execute(
    executor,
  );
}
