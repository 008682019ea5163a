import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { ensureIndexes } from './indexes.ts';
import { moveTable } from './move-tables.ts';
import { type Db, databaseOf } from './open.ts';
import { breaksEarlier, type MigrationFile, runMigrations } from './run-migrations.ts';

const folder = new URL('../../../migrations/', import.meta.url);

/**
 * Brings the schema up to date under a lock that every starting process waits for; indexes of large tables follow one by one.
 * Returns the names of the migrations that this call applied.
 */
export async function migrate(db: Db): Promise<string[]> {
  const names = await listMigrations();
  const known = new Set(names);
  const database = databaseOf(db);
  if (!database) throw new Error('A database is migrated, not a transaction.');
  const before = await refuseForeign(db, known);
  await refuseUnknown(db, before, known);
  const isMissing = names.some((name) => !before.includes(name));
  const applied = isMissing ? await runMigrations(database.url, await readMigrations(names)) : [];
  await ensureIndexes(db);
  return applied;
}

/** Names of the migrations that this version knows, in order. */
export async function listMigrations(): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file));
  return files.map((file) => file.replace(/\.sql$/, '')).sort();
}

export const readMigrations = (names: string[]): Promise<MigrationFile[]> =>
  Promise.all(names.map(async (name) => ({ name, text: await readFile(new URL(`${name}.sql`, folder), 'utf8') })));

/** The database cannot be used as it is, for a reason that the person who starts the service can mend. */
export class DatabaseRefused extends Error {}

/** A database that has tables but none of our migrations is another program's: nothing is written into it. Returns what is applied. */
async function refuseForeign(db: Db, known: ReadonlySet<string>): Promise<string[]> {
  const ours = [DEFAULT_MIGRATION_TABLE, DEFAULT_MIGRATION_LOCK_TABLE];
  // What an extension brought along is not ours.
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and not exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname`.execute(db);
  const tables = rows.map((row) => row.name);
  if (tables.includes(moveTable)) throw new DatabaseRefused(await readRefusal(db));
  const applied = tables.includes(DEFAULT_MIGRATION_TABLE) ? await appliedMigrations(db) : [];
  if (applied.some((name) => known.has(name))) return applied;
  const foreign = tables.filter((name) => !ours.includes(name));
  if (foreign.length === 0 && applied.length === 0) return [];
  const shown = [...(foreign.length > 0 ? foreign : applied)].slice(0, 5).join(', ');
  throw new DatabaseRefused(
    `The database belongs to another app. It contains ${shown}${foreign.length > 5 ? ' …' : ''}, and no Errand tables. ` +
      'Nothing was changed. Create a separate database (createdb errand) and set DATABASE_URL to it.',
  );
}

async function readRefusal(db: Db): Promise<string> {
  const { rows } = await sql<{ refusal: string }>`select refusal from ${sql.table(moveTable)}`.execute(db);
  return rows[0]?.refusal ?? 'A move of this database is not complete.';
}

async function appliedMigrations(db: Db): Promise<string[]> {
  const applied = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  return applied.rows.map((row) => row.name);
}

/** For this long after an upgrade, the version before it may run again; later, new processes write what it cannot read. */
const rollbackWindow = '1 day';

/** A version may run on what a newer one has added, within a day. Anything else that it does not know stops it. */
async function refuseUnknown(db: Db, applied: string[], known: ReadonlySet<string>): Promise<void> {
  const unknown = applied.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} m where name = any (${unknown})
      and to_jsonb(m) ->> 'breaks_earlier' = 'false' and timestamp::timestamptz > now() - ${rollbackWindow}::interval`.execute(
    db,
  );
  if (rows.length === unknown.length) return;
  throw new DatabaseRefused(
    `The database has migrations that this version does not know (${unknown.join(', ')}). ` +
      'A newer version used it. Start that version, or restore a backup from before the upgrade.',
  );
}

export interface UpgradePlan {
  /** Applied migrations that this version knows. */
  applied: string[];
  /** What this version would apply. */
  missing: string[];
  /** Of a newer version. */
  unknown: string[];
  /** Which of the missing ones end the way back to the version before. */
  breaking: string[];
}

/** What `migrate` would do. Changes nothing. */
export async function planUpgrade(db: Db): Promise<UpgradePlan> {
  const names = await listMigrations();
  const known = new Set(names);
  const applied = await refuseForeign(db, known);
  const missing = names.filter((name) => !applied.includes(name));
  const files = await readMigrations(missing);
  return {
    applied: applied.filter((name) => known.has(name)),
    missing,
    unknown: applied.filter((name) => !known.has(name)),
    breaking: files.flatMap(({ name, text }) => (breaksEarlier(text) ? [name] : [])),
  };
}
