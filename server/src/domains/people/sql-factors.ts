import { sql } from 'kysely';
import type { Executor } from '../../platform/database/index.ts';
import { forgetKeyCreator } from '../access/accounts/index.ts';
import { forgetPerson } from '../access/activity/index.ts';
import { deleteMarksOfPerson } from '../money/wallet/index.ts';

/** False if there is a confirmed one. */
export async function replaceFactor(executor: Executor, id: string, sealed: Buffer, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into people_factors as f (id, sealed, created_at) values (${id}, ${sealed}, ${now})
    on conflict (id) do update set sealed = excluded.sealed, created_at = excluded.created_at
      where f.confirmed_at is null
    returning id`.execute(executor);
  return rows.length === 1;
}

export async function findFactor(executor: Executor, id: string): Promise<{ sealed: Buffer } | null> {
  const { rows } = await sql<{ sealed: Buffer }>`select sealed from people_factors where id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

/** False if a code of this step or a later one was already used, or if the secret was replaced meanwhile. */
export async function consumeFactorStep(
  executor: Executor,
  { id, sealed, step }: { id: string; sealed: Buffer; step: number },
): Promise<boolean> {
  const { rows } = await sql`
    update people_factors set last_step = ${step}
    where id = ${id} and sealed = ${sealed} and last_step < ${step} returning id`.execute(executor);
  return rows.length === 1;
}

export async function confirmFactor(executor: Executor, id: string, now: Date): Promise<void> {
  await sql`
    update people_factors set confirmed_at = ${now} where id = ${id} and confirmed_at is null`.execute(executor);
}

export async function writeSessionFactor(executor: Executor, token: string, now: Date): Promise<void> {
  await sql`update people_sessions set factor_at = ${now} where token = ${token}`.execute(executor);
}

/** Which of these people have a confirmed second factor. */
export async function listEnrolled(executor: Executor, emails: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select p.email from people p join people_factors f on f.id = p.id
    where f.confirmed_at is not null and p.email = any (${emails}::text[])`.execute(executor);
  return rows.map(({ email }) => email);
}

/** For a person who lost their authenticator. They can then enroll again. */
export async function deleteFactor(executor: Executor, email: string): Promise<boolean> {
  const { rows } = await sql`
    delete from people_factors using people p where p.id = people_factors.id and p.email = ${email.toLowerCase()}
    returning p.id`.execute(executor);
  return rows.length === 1;
}

/** Also deletes their sessions, links and factors. The account stays: other rows refer to it. */
export async function deletePerson(executor: Executor, id: string): Promise<void> {
  await sql`delete from people_factors where id = ${id}`.execute(executor);
  await sql`delete from people_sessions where person_id = ${id}`.execute(executor);
  await deleteMarksOfPerson(executor, id);
  // What they did on other accounts stays there, without their name.
  await forgetPerson(executor, id);
  await forgetKeyCreator(executor, id);
  await sql`delete from people where id = ${id}`.execute(executor);
}
