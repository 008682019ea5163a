import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, openDatabase } from './open.ts';

/** The role that the service uses on the embedded server. The owner of the tables only migrates. */
export const embeddedServiceRole = 'errand_service';

/** Derived from the owner's password; the owner's cannot be derived from it. */
export const servicePasswordOf = (ownerPassword: string): string =>
  createHmac('sha256', ownerPassword).update('service role').digest('hex');

/** The same server and database, as another role. */
export function asRole(url: string, role: string, password: string): string {
  return url.replace(/^(\w+:\/\/)[^@/]*@/, `$1${role}:${password}@`);
}

export function passwordIn(url: string): string {
  return /^\w+:\/\/[^:@/]*:([^@/]*)@/.exec(url)?.[1] ?? '';
}

const lockName = 'errand service role';
/** Append-only, except that claiming a sandbox moves its transfers to another account. */
const appendOnly = ['audit_links', 'audit_log', 'currency_transfers', 'ledger_transfers'];

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export async function ensureRole(db: Db, role: string, password: string): Promise<void> {
  const may = `role ${quoted(role)} login nosuperuser nocreatedb nocreaterole password ${literal(password)}`;
  await locked(db, [
    `if exists (select from pg_roles where rolname = ${literal(role)}) then alter ${may}; else create ${may}; end if`,
  ]);
}

/** Lets a role read and write rows. It owns nothing, so it cannot alter, drop or truncate. */
export async function grantService(db: Db, role: string): Promise<void> {
  const to = quoted(role);
  await locked(db, [
    `grant usage on schema public to ${to}`,
    `grant select, insert, update, delete on all tables in schema public to ${to}`,
    `grant usage, select on all sequences in schema public to ${to}`,
    ...appendOnly.map((table) => `revoke update, delete on ${table} from ${to}`),
    `grant update (account_id) on ledger_transfers, currency_transfers to ${to}`,
    ...['kysely_migration', 'kysely_migration_lock'].map(
      (table) => `revoke insert, update, delete on ${table} from ${to}`,
    ),
  ]);
}

/** In one transaction, because two starting processes would conflict on the same catalog rows. */
async function locked(db: Db, statements: string[]): Promise<void> {
  const lock = `perform pg_advisory_xact_lock(hashtextextended(${literal(lockName)}, 0))`;
  await sql`do ${sql.lit(`begin ${[lock, ...statements].join('; ')}; end`)}`.execute(db);
}

export async function roleOf(url: string): Promise<string> {
  const database = openDatabase({ url, poolMax: 1 });
  try {
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(database.db);
    return rows[0]?.role ?? '';
  } finally {
    await database.close();
  }
}
