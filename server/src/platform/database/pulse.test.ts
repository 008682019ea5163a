import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/postgres.ts';
import { inTransaction } from './index.ts';
import { startPulse } from './pulse.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it('reports that writes are waiting, without piling up connections', async () => {
  const { db } = test.database;
  const connections = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where application_name = 'errand pulse' and datname = current_database()`.execute(db);
    return rows[0]!.n;
  };
  const pulse = startPulse({ url: test.url });
  try {
    await expect.poll(async () => (await pulse.next()).isAnswering, { timeout: 20_000 }).toBe(true);
    await inTransaction(db, async (tx) => {
      await sql`update pulses set beaten_at = beaten_at`.execute(tx);
      const until = performance.now() + 7_000;
      let most = 0;
      while (performance.now() < until) {
        await pause(250);
        most = Math.max(most, await connections());
      }
      expect(most).toBeLessThanOrEqual(3);
      expect(pulse.state()).toMatchObject({ isAnswering: false, isStalled: true });
    });
    await expect.poll(async () => (await pulse.next()).isAnswering, { timeout: 20_000 }).toBe(true);
  } finally {
    await pulse.stop();
  }
  expect((await sql`select from pulses`.execute(db)).rows).toEqual([]);
});
