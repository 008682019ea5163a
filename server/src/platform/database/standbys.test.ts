import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/postgres.ts';
import { openDatabase } from './open.ts';
import { findPoolerProblem } from './pooler.ts';
import { findCommitRisk } from './standbys.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

async function troubleWith(setting: string): Promise<string | null> {
  const url = new URL(test.url.replace(/^(\w+:\/\/(?:[^/@]*@)?)\//, '$1localhost/'));
  url.searchParams.set('options', `-c synchronous_commit=${setting}`);
  const database = openDatabase({ url: url.href, poolMax: 1 });
  try {
    return await findCommitRisk(database.db);
  } finally {
    await database.close();
  }
}

it('tells of a server that acknowledges what it may lose', async () => {
  expect(await troubleWith('off')).toMatch(/synchronous_commit is off/);
  expect(await troubleWith('on')).toBeNull();
});

it('takes PostgreSQL itself for no pooler', async () => {
  expect(await findPoolerProblem(test.url)).toBeNull();
});
