import { sql } from 'kysely';
import type { World } from '../../../kit/world.ts';
import type { Executor } from '../../../platform/database/index.ts';

export interface GroupRow {
  name: string;
  key_ids: string[];
}

export async function listGroups(executor: Executor, accountId: string): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    select name, array_agg(key_id order by key_id)::text[] as key_ids from key_groups where account_id = ${accountId}
    group by name order by name`.execute(executor);
  return rows;
}

/** Sets the keys of a group; keys of other groups move. Returns those that exist. */
export async function writeGroup(
  executor: Executor,
  accountId: string,
  name: string,
  keyIds: string[],
): Promise<string[]> {
  await sql`delete from key_groups where account_id = ${accountId} and name = ${name}`.execute(executor);
  const { rows } = await sql<{ key_id: string }>`
    insert into key_groups (key_id, account_id, name)
    select id, account_id, ${name} from key_summaries
    where id = any (${keyIds}::uuid[]) and account_id = ${accountId} and revoked_at is null and order_id is null and not is_web
    on conflict (key_id) do update set name = excluded.name returning key_id`.execute(executor);
  return rows.map((row) => row.key_id);
}

/** The account's key, if people can see it. */
export async function findOwnKey(
  executor: Executor,
  accountId: string,
  keyId: string,
): Promise<{ id: string; world: World; label: string } | null> {
  const { rows } = await sql<{ id: string; world: World; label: string }>`
    select id, world, label from key_summaries where id = ${keyId} and account_id = ${accountId} and revoked_at is null
      and order_id is null and not is_web`.execute(executor);
  return rows[0] ?? null;
}
