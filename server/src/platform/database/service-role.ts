import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from './open.ts';
import { inTransaction } from './transaction.ts';

/** The role under which the embedded server serves the service. The owner of the tables migrates and does nothing else. */
export const embeddedServiceRole = 'errand_service';

/** The owner's password may lead to this one; the other way round it tells nothing. */
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
/** History is written and never rewritten; the claim of a sandbox moves its transfers to another account. */
const appendOnly = ['audit_log', 'ledger_transfers'];

export async function ensureRole(db: Db, role: string, password: string): Promise<void> {
  await locked(db, async (tx) => {
    const { rows } = await sql`select from pg_roles where rolname = ${role}`.execute(tx);
    const verb = rows.length === 0 ? 'create' : 'alter';
    await sql`${sql.raw(verb)} role ${sql.id(role)} login nosuperuser nocreatedb nocreaterole password ${sql.lit(password)}`.execute(
      tx,
    );
  });
}

/** Lets a role read and write rows, and nothing more: it owns nothing, so it alters, drops and truncates nothing. */
export async function grantService(db: Db, role: string): Promise<void> {
  const to = sql.id(role);
  await locked(db, async (tx) => {
    await sql`grant usage on schema public to ${to}`.execute(tx);
    await sql`grant select, insert, update, delete on all tables in schema public to ${to}`.execute(tx);
    await sql`grant usage, select on all sequences in schema public to ${to}`.execute(tx);
    for (const table of appendOnly) await sql`revoke update, delete on ${sql.table(table)} from ${to}`.execute(tx);
    await sql`grant update (account_id) on ledger_transfers to ${to}`.execute(tx);
    for (const table of ['kysely_migration', 'kysely_migration_lock']) {
      await sql`revoke insert, update, delete on ${sql.table(table)} from ${to}`.execute(tx);
    }
  });
}

/** Two processes that start at once would trip over each other's catalogue rows. */
async function locked(db: Db, work: (tx: Tx) => Promise<void>): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(tx);
    await work(tx);
  });
}
