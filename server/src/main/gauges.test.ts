import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/harness/postgres.ts';
import { openDatabase } from '../platform/database/index.ts';
import { registerGauges } from './gauges.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it('tells how it is at this scrape, and how it was while the database is gone', async () => {
  const database = openDatabase({ url: test.url, poolMax: 2 });
  const registry = new Registry();
  let isWriting = true;
  registerGauges(registry, database, () => isWriting);
  const scraped = async () => {
    const lines = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return Object.fromEntries(lines.map((line) => [line.split(' ')[0]!, Number(line.split(' ')[1])]));
  };
  await sql`
    insert into jobs (kind, payload, created_at) values ('events', '{}', now() - interval '100 seconds'), ('events', '{}', now())`.execute(
    test.database.db,
  );
  const first = await scraped();
  expect(first).toMatchObject({
    errand_database_writes: 1,
    errand_orders_needing_review: 0,
    'errand_jobs{state="ready"}': 2,
  });
  expect(first.errand_oldest_ready_job_seconds).toBeGreaterThanOrEqual(100);
  expect(first.errand_oldest_ready_job_seconds).toBeLessThan(160);
  await database.close();
  isWriting = false;
  expect(await scraped()).toEqual({ ...first, errand_database_writes: 0 });
});
