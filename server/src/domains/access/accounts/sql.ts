import { type RawBuilder, sql } from 'kysely';
import { assertDefined } from '../../../kit/assert-defined.ts';
import type { Page } from '../../../kit/page.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor, Relation, Tables } from '../../../platform/database/index.ts';
import type { KeyLimits, KeyPermissions, Scope } from './model.ts';

export interface KeyRow extends Omit<Tables['api_keys'], 'hash' | 'label' | 'hint' | 'is_web' | 'created_by'> {
  scopes: Scope[];
}

const keyColumns = sql`id, account_id, world, order_id, idle_days, spend_per_day_cents, spend_per_order_cents,
  allowed_retailers, scopes, expires_at, allowed_addresses, allowed_origins, created_at, last_used_at, revoked_at, frozen_at`;

export async function findKeyByHash(executor: Executor, hash: Buffer): Promise<KeyRow | null> {
  const { rows } = await sql<KeyRow>`select ${keyColumns} from api_keys where hash = ${hash}`.execute(executor);
  return rows[0] ?? null;
}

export async function findKeyById(executor: Executor, id: string): Promise<KeyRow | null> {
  const { rows } = await sql<KeyRow>`select ${keyColumns} from api_keys where id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

/** The current account of a key: claiming a sandbox moves its keys. */
export async function findAccountOfKey(executor: Executor, keyId: string): Promise<string | null> {
  const { rows } = await sql<{ account_id: string }>`select account_id from api_keys where id = ${keyId}`.execute(
    executor,
  );
  return rows[0]?.account_id ?? null;
}

/** The key's label; '' if the key is gone. */
export async function findKeyLabel(executor: Executor, keyId: string): Promise<string> {
  const { rows } = await sql<{ label: string }>`select label from api_keys where id = ${keyId}`.execute(executor);
  return rows[0]?.label ?? '';
}

/** The same, locked so that the key cannot be claimed by another account meanwhile. */
export async function lockAccountOfKey(executor: Executor, keyId: string): Promise<string | null> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from api_keys where id = ${keyId} for share`.execute(executor);
  return rows[0]?.account_id ?? null;
}

export async function insertAccount(executor: Executor, id: string, email: string | null, now: Date): Promise<void> {
  await sql`insert into accounts (id, email, created_at) values (${id}, ${email}, ${now})`.execute(executor);
}

/** Null for an unclaimed sandbox. */
export async function findAccountEmail(executor: Executor, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ email: string | null }>`
    select email from accounts where id = ${accountId}`.execute(executor);
  return rows[0]?.email ?? null;
}

/** Unclaimed accounts are left out. */
export async function findAccountEmails(executor: Executor, accountIds: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from accounts where id = any (${accountIds}::uuid[]) and email is not null`.execute(executor);
  return new Map(rows.map((row) => [row.id, row.email]));
}

/** The account of an address, created if there is none. Addresses are lowercase: one person, one account. */
export async function upsertAccountByEmail(executor: Executor, id: string, email: string, now: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into accounts (id, email, created_at) values (${id}, ${email.toLowerCase()}, ${now})
    on conflict (email) where not is_handed_over do update set email = excluded.email
    returning id`.execute(executor);
  return assertDefined(rows[0]).id;
}

export async function findAccountByEmail(executor: Executor, email: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts where email = ${email.toLowerCase()} and not is_handed_over`.execute(executor);
  return rows[0]?.id ?? null;
}

export interface ListedKeyRow
  extends Omit<Tables['api_keys'], 'account_id' | 'hash' | 'idle_days' | 'order_id' | 'is_web'> {
  scopes: Scope[];
}

const listedColumns = sql`id, world, label, hint, spend_per_day_cents, spend_per_order_cents, allowed_retailers, scopes,
  expires_at, allowed_addresses, allowed_origins, created_at, created_by, last_used_at, revoked_at`;
/** Keys that people created, without order-scoped ones and those of web sessions. */
const isListedKey = sql`order_id is null and not is_web`;

export async function listKeys(
  executor: Executor,
  accountId: string,
  { createdBy = null, ...page }: Page & { createdBy?: string | null },
): Promise<{ rows: ListedKeyRow[]; total: number }> {
  const meant = sql`account_id = ${accountId} and ${isListedKey}
    and (${createdBy}::uuid is null or created_by = ${createdBy}::uuid)`;
  const { rows } = await sql<ListedKeyRow>`
    select ${listedColumns} from api_keys where ${meant}
    order by created_at desc, id limit ${page.limit} offset ${page.offset}`.execute(executor);
  const counted = await sql<{ total: number }>`
    select count(*) as total from api_keys where ${meant}`.execute(executor);
  return { rows, total: assertDefined(counted.rows[0]).total };
}

/** Locks a key of the account that is not revoked. */
export async function lockKey(executor: Executor, accountId: string, id: string): Promise<ListedKeyRow | null> {
  const { rows } = await sql<ListedKeyRow>`
    select ${listedColumns} from api_keys
    where id = ${id} and account_id = ${accountId} and revoked_at is null and ${isListedKey} for update`.execute(
    executor,
  );
  return rows[0] ?? null;
}

export async function writeKey(
  executor: Executor,
  id: string,
  { label, limits, permissions }: { label: string; limits: KeyLimits; permissions: KeyPermissions },
): Promise<void> {
  await sql`
    update api_keys set label = ${label}, scopes = ${permissions.scopes}, expires_at = ${permissions.expiresAt},
      allowed_addresses = ${permissions.allowedAddresses}, allowed_origins = ${permissions.allowedOrigins}, spend_per_day_cents = ${limits.spendPerDay},
      spend_per_order_cents = ${limits.spendPerOrder}, allowed_retailers = ${limits.allowedRetailers}
    where id = ${id}`.execute(executor);
}

export async function writeKeySecret(
  executor: Executor,
  id: string,
  { hash, hint, expiresAt }: { hash: Buffer; hint: string; expiresAt: Date },
): Promise<void> {
  await sql`update api_keys set hash = ${hash}, hint = ${hint}, expires_at = ${expiresAt} where id = ${id}`.execute(
    executor,
  );
}

/** Whether an account has a valid key. */
export async function hasActiveKey(executor: Executor, accountId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from api_keys where account_id = ${accountId} and revoked_at is null and (expires_at is null or expires_at > ${now})
      and (idle_days is null or coalesce(last_used_at, created_at) + make_interval(days => idle_days) > ${now})
    limit 1`.execute(executor);
  return rows.length === 1;
}

export interface NewKeyRow {
  id: string;
  createdBy: string | null;
  accountId: string;
  world: World;
  hash: Buffer;
  label: string;
  hint: string;
  idleDays: number | null;
  orderId: string | null;
  limits: KeyLimits;
  permissions: KeyPermissions;
  now: Date;
}

export async function insertKey(executor: Executor, key: NewKeyRow): Promise<void> {
  await sql`
    insert into api_keys (id, account_id, world, hash, label, hint, idle_days, order_id, spend_per_day_cents,
                          spend_per_order_cents, allowed_retailers, scopes, expires_at, allowed_addresses, allowed_origins,
                          created_by, created_at)
    values (${key.id}, ${key.accountId}, ${key.world}, ${key.hash}, ${key.label}, ${key.hint}, ${key.idleDays},
            ${key.orderId}, ${key.limits.spendPerDay}, ${key.limits.spendPerOrder}, ${key.limits.allowedRetailers},
            ${key.permissions.scopes}, ${key.permissions.expiresAt}, ${key.permissions.allowedAddresses}, ${key.permissions.allowedOrigins},
            ${key.createdBy}, ${key.now})`.execute(executor);
}

export async function insertWebKey(
  executor: Executor,
  key: { id: string; accountId: string; world: World; hash: Buffer; now: Date },
): Promise<void> {
  await sql`
    insert into api_keys (id, account_id, world, hash, label, hint, is_web, created_at)
    values (${key.id}, ${key.accountId}, ${key.world}, ${key.hash}, 'Web', '', true, ${key.now})
    on conflict (account_id, world) where is_web do nothing`.execute(executor);
}

export async function findWebKeyRows(executor: Executor, accountId: string): Promise<{ id: string; world: World }[]> {
  const { rows } = await sql<{ id: string; world: World }>`
    select id, world from api_keys where account_id = ${accountId} and is_web`.execute(executor);
  return rows;
}

export async function revokeKeyById(executor: Executor, accountId: string, keyId: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update api_keys set revoked_at = ${now}
    where id = ${keyId} and account_id = ${accountId} and revoked_at is null and ${isListedKey}`.execute(executor);
  return numAffectedRows === 1n;
}

/** Revokes every key that a person created on an account, and returns their ids. */
export async function revokeKeysCreatedBy(
  executor: Executor,
  { accountId, personId }: { accountId: string; personId: string },
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update api_keys set revoked_at = ${now}
    where account_id = ${accountId} and created_by = ${personId} and revoked_at is null and ${isListedKey}
    returning id`.execute(executor);
  return rows.map(({ id }) => id);
}

/** Locks a key of any account. */
export async function lockKeyById(executor: Executor, id: string) {
  const { rows } = await sql<Pick<KeyRow, 'account_id' | 'world' | 'scopes' | 'revoked_at'>>`
    select account_id, world, scopes, revoked_at from api_keys where id = ${id} for update`.execute(executor);
  return rows[0] ?? null;
}

/** Locks a key of any account that is not revoked. */
export async function lockAnyKey(executor: Executor, id: string) {
  const { rows } = await sql<{ account_id: string; frozen_at: Date | null }>`
    select account_id, frozen_at from api_keys
    where id = ${id} and revoked_at is null and ${isListedKey} for update`.execute(executor);
  return rows[0] ?? null;
}

export async function writeFrozen(executor: Executor, id: string, at: Date | null): Promise<void> {
  await sql`update api_keys set frozen_at = ${at} where id = ${id}`.execute(executor);
}

/** Whether any key allows this origin. */
export async function isOriginAllowed(executor: Executor, origin: string): Promise<boolean> {
  const { rows } = await sql`
    select from api_keys where allowed_origins && ${[origin, '*']}::text[] and revoked_at is null limit 1`.execute(
    executor,
  );
  return rows.length === 1;
}

export async function writeLastUsed(executor: Executor, lastUsedByKeyId: ReadonlyMap<string, Date>): Promise<void> {
  await sql`
    update api_keys set last_used_at = greatest(last_used_at, used.at)
    from unnest(${[...lastUsedByKeyId.keys()]}::uuid[], ${[...lastUsedByKeyId.values()]}::timestamptz[]) as used (id, at)
    where api_keys.id = used.id`.execute(executor);
}

/** Adds to a key's spending of a day; false if that would exceed its limit. */
export async function addKeySpend(
  executor: Executor,
  spend: { keyId: string; day: string; cents: number; limit: number },
): Promise<boolean> {
  if (spend.cents > spend.limit) return false;
  const { rows } = await sql`
    insert into key_spend (api_key_id, day, cents) values (${spend.keyId}, ${spend.day}, ${spend.cents})
    on conflict (api_key_id, day) do update set cents = key_spend.cents + excluded.cents
      where key_spend.cents + excluded.cents <= ${spend.limit}
    returning cents`.execute(executor);
  return rows.length === 1;
}

/** Keys of a claimed sandbox belong to a person and no longer expire when idle. */
export async function moveKeysToAccount(executor: Executor, from: string, to: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update api_keys set account_id = ${to}, idle_days = null where account_id = ${from}`.execute(executor);
  return Number(numAffectedRows ?? 0n);
}

/** Keys that a person created stay, without their name. */
export async function forgetKeyCreator(executor: Executor, personId: string): Promise<void> {
  await sql`update api_keys set created_by = null where created_by = ${personId}`.execute(executor);
}

/** SQL: creation time of the last account before then. */
export const lastAccountBefore = (before: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select max(created_at) from accounts where created_at < ${before})`;

/** SQL: creation time of the first account. */
export const firstAccountAt: RawBuilder<unknown> = sql`(select min(created_at) from accounts)`;

/** A CTE called `name` with the keys of the rows of `users` (id, account_id), locked against claiming. */
export const lockedKeysCte = (name: string, users: Relation<'api_key_id'>): string =>
  `${name} as (select id, account_id from api_keys where id in (select api_key_id from ${users.name}) order by id for share)`;
