import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import type { Db } from './open.ts';

const folder = new URL('../../../migrations/', import.meta.url);

/**
 * Brings the schema up to date, in one transaction under a lock that every starting process waits for.
 * Returns the names of the migrations that this call applied.
 */
export async function migrate(db: Db): Promise<string[]> {
  const migrations = await readMigrations();
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return (results ?? []).map((result) => result.migrationName);
  await refuseUnknown(db, migrations);
  const failed = results?.find((result) => result.status === 'Error');
  throw failed ? new Error(`Migration ${failed.migrationName} failed.`, { cause: error }) : error;
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file)).sort();
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(new URL(file, folder), 'utf8');
    return [file.replace(/\.sql$/, ''), { up: async (tx) => void (await sql.raw(text).execute(tx)) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function refuseUnknown(db: Db, known: Record<string, Migration>): Promise<void> {
  const applied = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  const unknown = applied.rows.map((row) => row.name).filter((name) => !(name in known));
  if (unknown.length === 0) return;
  throw new Error(
    `The database has migrations that this version does not know (${unknown.join(', ')}). ` +
      'It was used by a newer version: start that one, or restore a backup made before the upgrade.',
  );
}
