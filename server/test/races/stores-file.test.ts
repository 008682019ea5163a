import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { lockStores } from '../../src/domains/catalog/stores/sql.ts';
import { ConfigError } from '../../src/platform/config.ts';
import { openDatabase } from '../../src/platform/database/index.ts';
import { readContract } from '../harness/conforms.ts';
import { operatorEnv, personOn } from '../harness/operator.ts';
import { createTestDatabase } from '../harness/postgres.ts';
import { startSystem } from '../harness/system.ts';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** A stores file, and how to write these stores to it. */
async function createFile() {
  const folder = await mkdtemp(join(tmpdir(), 'errand-stores-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const { url: databaseUrl, drop } = await createTestDatabase();
  undo.push(drop);
  const file = join(folder, 'stores.json');
  const store = {
    kind: 'woocommerce',
    payment: 'cod',
    contact: 'buyer@example.com',
    consent: { by: 'The merchant', on: '2026-08-21' },
  };
  const write = (names: string[]) => {
    const stores = names.map((name) => ({ ...store, name, url: `https://${name}.example.com` }));
    return writeFile(file, JSON.stringify({ stores }));
  };
  return { file, databaseUrl, write };
}

it('is applied by processes that start together, and every one of them starts', { timeout: 60_000 }, async () => {
  const { file, databaseUrl, write } = await createFile();
  await write(Array.from({ length: 20 }, (_, index) => `hats-${index}`));
  const { db, close } = openDatabase({ url: databaseUrl, poolMax: 2 });
  undo.push(close);
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_locks join pg_database d on d.oid = database and d.datname = current_database()
      where locktype = 'advisory' and not granted`.execute(db);
    return rows.length;
  };
  let starts: ReturnType<typeof startSystem>[] = [];
  // All of them come to the stores before one may write them.
  await db.transaction().execute(async (tx) => {
    await lockStores(tx);
    starts = Array.from({ length: 4 }, () => startSystem({ databaseUrl, env: { STORES_FILE: file } }));
    await expect.poll(waiting, { timeout: 40_000 }).toBe(starts.length);
  });
  const started = await Promise.allSettled(starts);
  for (const start of started) if (start.status === 'fulfilled') undo.push(() => start.value.stop());
  expect(started.map(({ status }) => status)).toEqual(starts.map(() => 'fulfilled'));
});

it('stops the start with one line that names it, if it cannot be used', async () => {
  const { file, databaseUrl } = await createFile();
  const start = startSystem({ databaseUrl, env: { STORES_FILE: file } });
  await expect(start).rejects.toThrow(
    new ConfigError(
      'STORES_FILE',
      `a file of stores. The stores file ${file} is invalid: it does not exist. Correct the file`,
    ),
  );
});

it('switches a store off that is gone from the file, keeps it, and switches it on when it is back', {
  timeout: 60_000,
}, async () => {
  const { file, databaseUrl, write } = await createFile();
  const storesAfter = async (names: string[]) => {
    await write(names);
    const system = await startSystem({ databaseUrl, env: { ...operatorEnv, STORES_FILE: file } });
    try {
      const operator = await personOn(system, await readContract(system));
      const { stores } = (await operator.get('/operator/stores')).body;
      const { total: logged } = (await operator.get('/operator/audit')).body;
      return {
        enabled: Object.fromEntries(
          stores.map(({ name, enabled }: { name: string; enabled: boolean }) => [name, enabled]),
        ),
        logged,
      };
    } finally {
      await system.stop();
    }
  };
  const first = await storesAfter(['hats', 'shoes']);
  expect(first.enabled).toEqual({ hats: true, shoes: true });
  const second = await storesAfter(['hats']);
  expect(second.enabled).toEqual({ hats: true, shoes: false });
  expect(second.logged).toBeGreaterThan(first.logged);
  expect((await storesAfter(['hats', 'shoes'])).enabled).toEqual({ hats: true, shoes: true });
});
