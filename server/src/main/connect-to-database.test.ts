import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/harness/postgres.ts';
import { ConfigError } from '../platform/config.ts';
import { createLogger } from '../platform/logger.ts';
import { connectToDatabase } from './connect-to-database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const logger = createLogger({ level: 'silent' });

it('names the setting and what PostgreSQL says where role or database do not exist', async () => {
  await connectToDatabase(test.url, logger);
  const nowhere = test.url.replace(/errand_test_\w+/, 'no_such_database');
  const refused = await connectToDatabase(nowhere, logger).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ConfigError);
  expect(String(refused)).toMatch(/DATABASE_URL.*"no_such_database" does not exist/);
  const nobody = test.url.replace(/^(\w+:\/\/)[^@/]+@/, '$1no_such_role:wrong@');
  expect(nobody).not.toBe(test.url);
  const stranger = await connectToDatabase(nobody, logger).catch((error: unknown) => error);
  expect(stranger).toBeInstanceOf(ConfigError);
  expect(String(stranger)).toMatch(/DATABASE_URL.*no_such_role/);
});
