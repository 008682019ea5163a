import { sql } from 'kysely';
import { assertDefined } from '../../../kit/assert-defined.ts';
import type { Page } from '../../../kit/page.ts';
import { currentTestClock } from '../../../kit/test-clock.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor, Tables } from '../../../platform/database/index.ts';

export interface AccountRow extends Omit<Tables['managed_accounts'], 'totp_step'> {
  /** Null: the service's own. */
  account_id: Tables['managed_accounts']['account_id'];
}

export interface Owner {
  accountId: string;
  world: World;
}

export type NewAccountRow = Pick<
  AccountRow,
  | 'id'
  | 'test_clock'
  | 'account_id'
  | 'world'
  | 'short_id'
  | 'email'
  | 'retailer'
  | 'password_sealed'
  | 'totp_sealed'
  | 'config_sealed'
  | 'is_paused'
  | 'cooldown_minutes'
>;

export async function insertAccountRow(executor: Executor, row: NewAccountRow, now: Date): Promise<AccountRow> {
  const { rows } = await sql<AccountRow>`
    insert into managed_accounts (id, account_id, world, short_id, email, retailer, password_sealed, totp_sealed,
      config_sealed, is_paused, cooldown_minutes, test_clock, created_at, updated_at)
    values (${row.id}, ${row.account_id}, ${row.world}, ${row.short_id}, ${row.email}, ${row.retailer},
      ${row.password_sealed}, ${row.totp_sealed}, ${row.config_sealed}, ${row.is_paused}, ${row.cooldown_minutes},
      ${row.test_clock}, ${now}, ${now})
    returning *`.execute(executor);
  return assertDefined(rows[0]);
}

/** Scoped by owner and mode. Anything else is not found. */
export async function findAccount(executor: Executor, owner: Owner, shortId: string): Promise<AccountRow | null> {
  const { rows } = await sql<AccountRow>`
    select * from managed_accounts
    where short_id = ${shortId} and account_id = ${owner.accountId} and world = ${owner.world}`.execute(executor);
  return rows[0] ?? null;
}

/** Short IDs of existing accounts. */
export async function findAccountNames(
  executor: Executor,
  ids: string[],
): Promise<Map<string, { shortId: string; email: string; isOwn: boolean }>> {
  const { rows } = await sql<{ id: string; short_id: string; email: string; account_id: string | null }>`
    select id, short_id, email, account_id from managed_accounts where id = any (${ids}::uuid[])`.execute(executor);
  return new Map(
    rows.map((row) => [row.id, { shortId: row.short_id, email: row.email, isOwn: row.account_id === null }]),
  );
}

/** Retailers of the owner's accounts. Null: default account. */
export async function findRetailersOfAccounts(
  executor: Executor,
  owner: Owner,
  shortIds: string[],
): Promise<Map<string, string | null>> {
  if (shortIds.length === 0) return new Map();
  const { rows } = await sql<{ short_id: string; retailer: string | null }>`
    select short_id, retailer from managed_accounts
    where short_id = any (${shortIds}::text[]) and account_id = ${owner.accountId} and world = ${owner.world}
      and test_clock is not distinct from ${currentTestClock()?.id ?? null}::uuid`.execute(executor);
  return new Map(rows.map((row) => [row.short_id, row.retailer]));
}

export async function lockAccountRow(executor: Executor, owner: Owner, shortId: string): Promise<AccountRow | null> {
  const { rows } = await sql<AccountRow>`
    select * from managed_accounts
    where short_id = ${shortId} and account_id = ${owner.accountId} and world = ${owner.world} for update`.execute(
    executor,
  );
  return rows[0] ?? null;
}

export async function findAccountById(executor: Executor, id: string): Promise<AccountRow | null> {
  const { rows } = await sql<AccountRow>`select * from managed_accounts where id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

/** Linked accounts of an owner in both modes. */
export async function listLinkedAccounts(executor: Executor, accountId: string): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select * from managed_accounts where account_id = ${accountId} and linked_at is not null`.execute(executor);
  return rows;
}

export async function findAccountByShortId(executor: Executor, shortId: string): Promise<AccountRow | null> {
  const { rows } = await sql<AccountRow>`select * from managed_accounts where short_id = ${shortId}`.execute(executor);
  return rows[0] ?? null;
}

export async function listAccounts(
  executor: Executor,
  owner: Owner,
  search: string | undefined,
  page: Page,
): Promise<{ rows: AccountRow[]; total: number }> {
  const pattern = search === undefined ? null : `%${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  const where = sql`account_id = ${owner.accountId} and world = ${owner.world} and (${pattern}::text is null
    or lower(email) like ${pattern} or short_id like ${pattern} or lower(retailer) like ${pattern})`;
  const { rows } = await sql<AccountRow>`
    select * from managed_accounts where ${where}
    order by created_at desc, id limit ${page.limit} offset ${page.offset}`.execute(executor);
  const counted = await sql<{ total: number }>`select count(*) as total from managed_accounts where ${where}`.execute(
    executor,
  );
  return { rows, total: assertDefined(counted.rows[0]).total };
}

export type AccountChanges = Pick<
  AccountRow,
  | 'email'
  | 'retailer'
  | 'password_sealed'
  | 'totp_sealed'
  | 'config_sealed'
  | 'session_sealed'
  | 'is_paused'
  | 'pause_reason'
  | 'cooldown_minutes'
>;

/** The caller's transaction has locked the row. */
export async function updateAccountRow(
  executor: Executor,
  id: string,
  row: AccountChanges,
  now: Date,
): Promise<AccountRow> {
  const { rows } = await sql<AccountRow>`
    update managed_accounts set email = ${row.email}, retailer = ${row.retailer},
      password_sealed = ${row.password_sealed}, totp_sealed = ${row.totp_sealed}, config_sealed = ${row.config_sealed},
      session_sealed = ${row.session_sealed}, is_paused = ${row.is_paused}, pause_reason = ${row.pause_reason},
      linked_at = case when ${row.session_sealed}::bytea is null then null else linked_at end,
      cooldown_minutes = ${row.cooldown_minutes}, updated_at = ${now}
    where id = ${id} returning *`.execute(executor);
  return assertDefined(rows[0]);
}

export async function deleteAccountRow(executor: Executor, id: string): Promise<void> {
  await sql`delete from managed_accounts where id = ${id}`.execute(executor);
}

/** Pauses an account, unless its owner paused it. */
export async function pauseAccount(executor: Executor, id: string, reason: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update managed_accounts set is_paused = true, pause_reason = ${reason}, updated_at = ${now}
    where id = ${id} and not is_paused returning id`.execute(executor);
  return rows.length === 1;
}

/** Resumes an account that the service paused, not its owner. */
export async function resumeAccount(executor: Executor, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update managed_accounts set is_paused = false, pause_reason = null, updated_at = ${now}
    where id = ${id} and is_paused and pause_reason is not null returning id`.execute(executor);
  return rows.length === 1;
}

export async function verifyForwarding(executor: Executor, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update managed_accounts set forwarding_verified_at = ${now}, updated_at = ${now}
    where id = ${id} and forwarding_verified_at is null returning id`.execute(executor);
  return rows.length === 1;
}

/** True for the first caller with this step. */
export async function consumeTotpStep(executor: Executor, id: string, step: number): Promise<boolean> {
  const { rows } = await sql`
    update managed_accounts set totp_step = ${step}
    where id = ${id} and (totp_step is null or totp_step < ${step}) returning id`.execute(executor);
  return rows.length === 1;
}

export async function moveRetailerAccountsToAccount(executor: Executor, from: string, to: string): Promise<void> {
  await sql`update managed_accounts set account_id = ${to} where account_id = ${from}`.execute(executor);
}

/** Only one process creates the account. */
export async function lockSandboxAccount(executor: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sandbox account', 0))`.execute(executor);
}

export async function countServiceAccounts(executor: Executor, world: World): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from managed_accounts where account_id is null and world = ${world}`.execute(executor);
  return assertDefined(rows[0]).count;
}

export async function listServiceAccounts(executor: Executor): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select * from managed_accounts where account_id is null order by world, retailer, created_at`.execute(executor);
  return rows;
}

/** Number of accounts paused by the service. */
export async function countPausedAccounts(
  executor: Executor,
  own: { accountId: string; world: World },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from managed_accounts
    where account_id = ${own.accountId} and world = ${own.world} and pause_reason is not null`.execute(executor);
  return rows[0]?.n ?? 0;
}
