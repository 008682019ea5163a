import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { ensureIndexes } from './indexes.ts';
import { moveTable } from './move-tables.ts';
import { type Db, databaseOf } from './open.ts';
import { breaksEarlier, type MigrationFile, runMigrations } from './run-migrations.ts';

const folder = new URL('../../../migrations/', import.meta.url);

/**
 * Migrates the schema under a lock shared by all starting processes, then builds indexes one by one. Returns the names
 * of the migrations it applied.
 */
export async function migrate(db: Db): Promise<string[]> {
  const names = await listMigrations();
  const known = new Set(names);
  const database = databaseOf(db);
  if (!database) throw new Error('Migrations cannot run inside a transaction.');
  const before = await refuseForeign(db, known);
  await refuseUnknown(db, before, known);
  const isMissing = names.some((name) => !before.includes(name));
  const applied = isMissing ? await runMigrations(database.url, await readMigrations(names)) : [];
  await ensureIndexes(db);
  return applied;
}

/** Migrations of this version, in order. */
export async function listMigrations(): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file));
  return files.map((file) => file.replace(/\.sql$/, '')).sort();
}

export const readMigrations = (names: string[]): Promise<MigrationFile[]> =>
  Promise.all(names.map(async (name) => ({ name, text: await readFile(new URL(`${name}.sql`, folder), 'utf8') })));

/** The database cannot be used, for a reason the operator can fix. */
export class DatabaseRefused extends Error {}

/**
 * Refuses a database that has tables but none of our migrations: it belongs to another program. Returns the applied
 * migrations.
 */
async function refuseForeign(db: Db, known: ReadonlySet<string>): Promise<string[]> {
  const ours = [DEFAULT_MIGRATION_TABLE, DEFAULT_MIGRATION_LOCK_TABLE];
  // Ignore tables that an extension created.
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
  return rows[0]?.refusal ?? 'The move of this database is not complete.';
}

async function appliedMigrations(db: Db): Promise<string[]> {
  const applied = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  return applied.rows.map((row) => row.name);
}

/**
 * How long after an upgrade the previous version may still run. After that, new processes write data it cannot read.
 */
const rollbackWindow = '1 day';

/** A version may run for a day on a schema that a newer one only added to. It refuses any other unknown migration. */
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
    `The database has migrations that this version does not recognize (${unknown.join(', ')}). ` +
      'It was used by a newer version. Start that version, or restore a backup from before the upgrade.',
  );
}

export interface UpgradePlan {
  /** Applied migrations that this version knows. */
  applied: string[];
  /** Migrations that this version would apply. */
  missing: string[];
  /** Applied by a newer version. */
  unknown: string[];
  /** Missing migrations that make a rollback to the previous version impossible. */
  breaking: string[];
}

/** Describes what `migrate` would do. Changes nothing. */
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
