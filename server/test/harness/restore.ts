import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, expect } from 'vitest';
import { type Db, openDatabase } from '../../src/platform/database/index.ts';
import { withDatabase } from './global-setup.ts';
import { onServer, testServer } from './postgres.ts';
import { orderFor, startSystem, type TestSystem } from './system.ts';

/** Run after each test, last first. */
export const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanups.splice(0).reverse()) await step();
});

export const slowTest = { timeout: 120_000 };
const storeBooks = ['sim_carts', 'sim_purchases', 'sim_returns'];

/** A copy of the database, like a backup. */
export async function backUp(url: string): Promise<string> {
  const name = `errand_backup_${randomBytes(6).toString('hex')}`;
  const original = /\/([^/?]+)(\?|$)/.exec(url)?.[1];
  await onServer(`alter database ${original} allow_connections false`);
  await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${original}'`);
  await onServer(`create database ${name} template ${original} strategy file_copy`);
  await onServer(`alter database ${original} allow_connections true`);
  cleanups.push(() => onServer(`drop database if exists ${name} with (force)`));
  return withDatabase(testServer().url, name);
}

/** The stores' records do not go back in time. */
export async function copyStoreBooks(from: Db, toUrl: string): Promise<void> {
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

export async function start(
  databaseUrl?: string,
  options: Parameters<typeof startSystem>[0] = {},
): Promise<TestSystem> {
  const system = await startSystem({
    isPatient: true,
    ...options,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
  cleanups.push(() => system.stop());
  return system;
}

export async function place(system: TestSystem, key: string, scenario: string): Promise<string> {
  const body = orderFor(`${system.url}/shop/products/test-${scenario}`, { max_price: 2500 });
  const answer = await system.post('/orders', key, body);
  expect(answer.status).toBe(201);
  return answer.body.id;
}

/** Runs jobs until none is due. A retried order comes back shortly after. */
export async function drainUntilOver(system: TestSystem): Promise<void> {
  await expect
    .poll(
      async () => {
        await system.queue.drain();
        const open = sql<{ n: number }>`select count(*) as n from orders where status in ('pending', 'in_progress')`;
        return (await open.execute(system.database.db)).rows[0]?.n;
      },
      { timeout: 60_000, interval: 100 },
    )
    .toBe(0);
}

export async function countSold(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ reference: string; n: number }>`
    select reference, count(*) as n from sim_purchases group by reference`.execute(db);
  return Object.fromEntries(rows.map((row) => [row.reference, row.n]));
}
