import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { type Db, openDatabase } from '../../src/platform/database/index.ts';
import { withDatabase } from './global-setup.ts';
import { onServer } from './postgres.ts';

/** A copy of a database as it is now: what a backup holds. The caller drops it. */
export async function backUp(url: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `errand_backup_${randomBytes(6).toString('hex')}`;
  const original = /\/([^/?]+)(\?|$)/.exec(url)?.[1];
  await onServer(`alter database ${original} allow_connections false`);
  await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${original}'`);
  await onServer(`create database ${name} template ${original}`);
  await onServer(`alter database ${original} allow_connections true`);
  return {
    url: withDatabase(inject('serverUrl'), name),
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  };
}

const storeBooks = ['sim_carts', 'sim_purchases', 'sim_returns'];

/** The simulated stores' own books do not go back in time with our database. */
export async function keepStoreBooks(from: Db, toUrl: string): Promise<void> {
  const to = openDatabase({ url: toUrl, poolMax: 1 });
  await sql.raw(`truncate ${storeBooks.join(', ')} cascade`).execute(to.db);
  for (const table of storeBooks) {
    const { rows } = await sql<{ row: string }>`select row_to_json(t)::text as row from ${sql.table(table)} t`.execute(
      from,
    );
    for (const { row } of rows) {
      await sql`insert into ${sql.table(table)} select * from json_populate_record(null::${sql.table(table)}, ${row}::json)`.execute(
        to.db,
      );
    }
  }
  await to.close();
}
