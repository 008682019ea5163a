import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/index.ts';
import { type TestServer, withDatabase } from './global-setup.ts';

export interface TestDatabase {
  url: string;
  database: Database;
  drop(): Promise<void>;
}

/** Runs on the older PostgreSQL, where `npm test` names one. Everything else runs on the embedded one. */
const onOlder = [
  'server/src/platform/database',
  'server/src/platform/queue',
  'server/src/domains',
  'server/test/races',
  'server/test/contract/orders',
  'server/test/contract/order-moves',
  'server/test/contract/policies',
  'server/test/contract/bulk',
  'server/test/contract/returns',
  'server/test/contract/wallet-usage',
  'server/test/contract/stores',
];
/** Kills, pauses or restarts whole processes, or tests the embedded server itself. */
const notOnOlder =
  /races\/(account-queue|deploy|kill|live-|questions-kill|clocks|stop\.|takeover|restored\.|restored-questions|webhooks)|database\/embedded|\/label\//;

/** The server of the running test file. */
export function testServer(): TestServer {
  const { usual, older } = inject('testServers');
  const { testPath = '' } = expect.getState();
  const isForOlder = onOlder.some((folder) => testPath.includes(`/${folder}`)) && !notOnOlder.test(testPath);
  return older !== null && isForOlder ? older : usual;
}

/** A new migrated database on the server of this file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `errand_test_${randomBytes(8).toString('hex')}`;
  const { url: serverUrl, templateName } = testServer();
  await onServer(`create database ${name} template ${templateName} strategy file_copy`);
  const url = withDatabase(serverUrl, name);
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
  const client = new pg.Client({ connectionString: testServer().url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
