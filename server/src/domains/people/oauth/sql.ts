import { sql } from 'kysely';
import type { World } from '../../../kit/world.ts';
import type { Executor, Row, Tables } from '../../../platform/database/index.ts';
import { lockKeyById } from '../../access/accounts/index.ts';
import type { GrantableScope } from './model.ts';

export type ClientRow = Tables['oauth_clients'];

export type RequestRow = Omit<Tables['oauth_requests'], 'code_hash' | 'scopes'> & { scopes: GrantableScope[] };

export async function insertClient(executor: Executor, row: ClientRow): Promise<void> {
  await sql`
    insert into oauth_clients (id, name, redirect_uris, created_at)
    values (${row.id}, ${row.name}, ${row.redirect_uris}, ${row.created_at})`.execute(executor);
}

export async function findClient(executor: Executor, id: string): Promise<ClientRow | null> {
  const { rows } = await sql<ClientRow>`select * from oauth_clients where id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

type NewRequest = Omit<RequestRow, 'status' | 'account_id' | 'decided_by' | 'world' | 'key_id'>;

export async function insertRequest(executor: Executor, row: NewRequest): Promise<void> {
  await sql`
    insert into oauth_requests (id, client_id, redirect_uri, challenge, state, scopes, created_at, expires_at)
    values (${row.id}, ${row.client_id}, ${row.redirect_uri}, ${row.challenge}, ${row.state}, ${row.scopes},
      ${row.created_at}, ${row.expires_at})`.execute(executor);
}

const shown = sql`oauth_requests.id, client_id, redirect_uri, challenge, state, scopes, status, account_id, decided_by, world, key_id,
  oauth_requests.created_at, expires_at`;

export async function findRequest(executor: Executor, id: string): Promise<(RequestRow & { name: string }) | null> {
  const { rows } = await sql<RequestRow & { name: string }>`
    select ${shown}, oauth_clients.name from oauth_requests join oauth_clients on oauth_clients.id = client_id
    where oauth_requests.id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

interface Approval {
  id: string;
  accountId: string;
  personId: string;
  world: World;
  codeHash: Buffer;
  now: Date;
  until: Date;
}

/** True only for the first decision. */
export async function writeApproved(executor: Executor, given: Approval): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update oauth_requests set status = 'approved', account_id = ${given.accountId}, decided_by = ${given.personId}, world = ${given.world},
      code_hash = ${given.codeHash}, expires_at = ${given.until}
    where id = ${given.id} and status = 'pending' and expires_at > ${given.now}`.execute(executor);
  return numAffectedRows === 1n;
}

export async function writeDenied(executor: Executor, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update oauth_requests set status = 'denied'
    where id = ${id} and status = 'pending' and expires_at > ${now}`.execute(executor);
  return numAffectedRows === 1n;
}

/** Locked: if the same code arrives twice at once, the second sees that it was used. */
export async function lockByCode(
  executor: Executor,
  codeHash: Buffer,
): Promise<(RequestRow & { name: string }) | null> {
  const { rows } = await sql<RequestRow & { name: string }>`
    select ${shown}, oauth_clients.name from oauth_requests join oauth_clients on oauth_clients.id = client_id
    where code_hash = ${codeHash} for update of oauth_requests`.execute(executor);
  return rows[0] ?? null;
}

export async function writeUsed(executor: Executor, id: string, keyId: string): Promise<void> {
  await sql`update oauth_requests set status = 'used', key_id = ${keyId} where id = ${id}`.execute(executor);
}

export async function insertRefreshToken(
  executor: Executor,
  row: { hash: Buffer; keyId: string; clientId: string; now: Date; until: Date },
): Promise<void> {
  await sql`
    insert into oauth_refresh_tokens (hash, key_id, client_id, created_at, expires_at)
    values (${row.hash}, ${row.keyId}, ${row.clientId}, ${row.now}, ${row.until})`.execute(executor);
}

export interface RefreshRow
  extends Pick<Tables['oauth_refresh_tokens'], 'key_id' | 'client_id' | 'expires_at' | 'used_at'> {
  account_id: string;
  world: World;
  scopes: string[];
  revoked_at: Date | null;
}

/** Locked with its key: if the same token arrives twice at once, the second sees that it was used. */
export async function lockRefreshToken(executor: Executor, hash: Buffer): Promise<RefreshRow | null> {
  const { rows } = await sql<Row<'oauth_refresh_tokens', 'key_id' | 'client_id' | 'expires_at' | 'used_at'>>`
    select key_id, client_id, expires_at, used_at from oauth_refresh_tokens where hash = ${hash} for update`.execute(
    executor,
  );
  const [token] = rows;
  const key = token ? await lockKeyById(executor, token.key_id) : null;
  return token && key ? { ...token, ...key } : null;
}

export async function writeRefreshed(executor: Executor, hash: Buffer, now: Date): Promise<void> {
  await sql`update oauth_refresh_tokens set used_at = ${now} where hash = ${hash}`.execute(executor);
}

/** Requests are kept for a day, to recognize a reused code. Programs that nobody approved are deleted after a month. */
export async function pruneOauth(
  executor: Executor,
  before: { requests: Date; clients: Date; refreshTokens: Date },
): Promise<void> {
  await sql`delete from oauth_refresh_tokens where expires_at < ${before.refreshTokens}`.execute(executor);
  await sql`delete from oauth_requests where created_at < ${before.requests}`.execute(executor);
  await sql`
    delete from oauth_clients where created_at < ${before.clients}
      and not exists (select 1 from oauth_requests where client_id = oauth_clients.id)
      and not exists (select 1 from oauth_refresh_tokens where client_id = oauth_clients.id)`.execute(executor);
}

export async function eraseOauthOf(executor: Executor, accountId: string): Promise<void> {
  await sql`delete from oauth_requests where account_id = ${accountId}`.execute(executor);
  await sql`
    delete from oauth_refresh_tokens where key_id in (select id from key_summaries where account_id = ${accountId})`.execute(
    executor,
  );
}
