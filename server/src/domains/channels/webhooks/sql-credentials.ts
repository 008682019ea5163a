import { sql } from 'kysely';
import type { Executor, Row } from '../../../platform/database/index.ts';
import type { Owner } from './sql.ts';

type CredentialsRow = Row<'webhook_credentials', 'id' | 'sealed'>;

export async function findCredentials(db: Executor, owner: Owner, token: string): Promise<CredentialsRow | null> {
  const { rows } = await sql<CredentialsRow>`
    select id, sealed from webhook_credentials
    where account_id = ${owner.accountId} and world = ${owner.world} and token = ${token}`.execute(db);
  return rows[0] ?? null;
}

interface NewCredentials {
  id: string;
  token: string;
  sealed: Buffer;
  now: Date;
}

export async function insertCredentials(
  db: Executor,
  owner: Owner,
  { id, token, sealed, now }: NewCredentials,
): Promise<void> {
  await sql`
    insert into webhook_credentials (id, account_id, world, token, sealed, created_at)
    values (${id}, ${owner.accountId}, ${owner.world}, ${token}, ${sealed}, ${now})
    on conflict (account_id, world, token) do nothing`.execute(db);
}

/** Moves credentials to another account; its own win. */
export async function moveUrlCredentials(executor: Executor, from: string, to: string, world: Owner['world']) {
  await sql`
    update webhook_credentials moved set account_id = ${to}
    where account_id = ${from} and world = ${world} and not exists (
      select from webhook_credentials own
      where own.account_id = ${to} and own.world = moved.world and own.token = moved.token)`.execute(executor);
}
