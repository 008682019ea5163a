import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/index.ts';
import { withDatabase } from './global-setup.ts';

export interface TestDatabase {
  url: string;
  database: Database;
  drop(): Promise<void>;
}

/** A new migrated database on the server of this run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `errand_test_${randomBytes(8).toString('hex')}`;
  await onServer(`create database ${name} template ${inject('templateName')} strategy file_copy`);
  const url = withDatabase(inject('serverUrl'), name);
  const database = openDatabase({ url, poolMax: 6 });
  return {
    url,
    database,
    drop: async () => {
      await database.close();
      await onServer(`drop database if exists ${name} with (force)`);
    },
  };
}

/** More connections to an existing database, like those of another process. `drop` only closes them. */
export function openTestDatabase(url: string): TestDatabase {
  const database = openDatabase({ url, poolMax: 6 });
  return { url, database, drop: () => database.close() };
}

export async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('serverUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
