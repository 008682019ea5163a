import { sql } from 'kysely';
import { assertDefined } from '../../../../kit/assert-defined.ts';
import { newId } from '../../../../kit/ids.ts';
import type { Executor } from '../../../../platform/database/index.ts';

export interface SavedView {
  id: string;
  name: string;
  query: string;
  created_at: Date;
}

export async function listSavedViews(executor: Executor, accountId: string): Promise<SavedView[]> {
  const { rows } = await sql<SavedView>`
    select id, name, query, created_at from saved_views where account_id = ${accountId} order by name`.execute(
    executor,
  );
  return rows;
}

/** Replaces the view with this name; null if the account has `max` others. */
export async function writeSavedView(
  executor: Executor,
  { accountId, name, query }: { accountId: string; name: string; query: string },
  { now, max }: { now: Date; max: number },
): Promise<SavedView | null> {
  const others = await sql<{ others: number }>`
    select count(*) as others from saved_views where account_id = ${accountId} and name <> ${name}`.execute(executor);
  if (assertDefined(others.rows[0]).others >= max) return null;
  const { rows } = await sql<SavedView>`
    insert into saved_views (id, account_id, name, query, created_at)
    values (${newId()}, ${accountId}, ${name}, ${query}, ${now})
    on conflict (account_id, name) do update set query = excluded.query
    returning id, name, query, created_at`.execute(executor);
  return assertDefined(rows[0]);
}

export async function deleteSavedView(executor: Executor, accountId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from saved_views where account_id = ${accountId} and id = ${id}`.execute(executor);
  return numAffectedRows === 1n;
}

export async function eraseViewsOf(executor: Executor, accountId: string): Promise<void> {
  await sql`delete from saved_views where account_id = ${accountId}`.execute(executor);
}
