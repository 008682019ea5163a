import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockMigrations, withConnection } from '../../src/platform/database/index.ts';
import { createOldDatabase, killBackup, killRestore, killUpgrade, runErrand } from '../drills/backups/kill-backups.ts';
import { untilHealthy } from '../drills/kills/service.ts';
import { freePort } from '../harness/free-port.ts';
import { withDatabase } from '../harness/global-setup.ts';
import { onServer, testServer } from '../harness/postgres.ts';
import { address, startSystem, type TestSystem, testMasterKey } from '../harness/system.ts';

/** `BACKUP_KILLS=20 npx vitest run server/test/races/kill-backups.test.ts` kills each of them so often. */
const kills = Number(process.env.BACKUP_KILLS ?? 1);

let system: TestSystem;
let folder: string;
let env: Record<string, string>;
const databases: string[] = [];

beforeAll(async () => {
  system = await startSystem({ withWorker: true });
  folder = await mkdtemp(join(tmpdir(), 'errand-kills-'));
  env = {
    DATABASE_URL: system.databaseUrl,
    DATA_DIR: system.config.dataDir,
    ERASABLE_KEYS: system.config.erasableKeys ?? '',
    MASTER_KEYS: testMasterKey,
  };
  const key = await system.mint();
  const products = [{ url: `${system.url}/shop/products/test-success`, quantity: 1 }];
  for (let count = 0; count < 5; count += 1)
    await system.post('/orders', key, { products, shipping_address: address, max_price: 5000 });
  await system.queue.drain();
});
afterAll(async () => {
  await system.stop();
  for (const name of databases) await onServer(`drop database if exists ${name} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

async function createDatabase(): Promise<string> {
  const name = `errand_kill_${randomBytes(8).toString('hex')}`;
  databases.push(name);
  await onServer(`create database ${name}`);
  return withDatabase(testServer().url, name);
}

it(
  'a backup, restore or upgrade that is killed at any moment loses nothing, and the next one says what to do',
  async () => {
    const scene = { env, createDatabase, folder, random: Math.random };
    const file = join(folder, 'whole.errand');
    const started = performance.now();
    expect(await runErrand(['backup', file], env)).toMatchObject({ code: 0 });
    const wholeMs = performance.now() - started;
    for (let count = 0; count < kills; count += 1) {
      expect(await killBackup(scene, wholeMs)).toEqual([]);
      expect(await killRestore(scene, file, 2 * wholeMs)).toEqual([]);
      expect(await killUpgrade(scene, 2 * wholeMs)).toEqual([]);
    }
  },
  120_000 + kills * 60_000,
);

it('an upgrade is planned and backed up, and the next start says which commands were interrupted', {
  timeout: 120_000,
}, async () => {
  const url = await createDatabase();
  await createOldDatabase(url);
  const dataDir = await mkdtemp(join(folder, 'interrupted-'));
  const target = { ...env, DATA_DIR: dataDir, DATABASE_URL: url, ERASABLE_KEYS: '' };
  const file = join(folder, 'interrupted.errand');
  const until = (isThere: () => boolean | Promise<boolean>) => expect.poll(isThere, { timeout: 30_000 }).toBe(true);
  // The backup waits for a table.
  await withConnection(url, 'errand test', async (client) => {
    await client.query('begin; lock table accounts');
    const isBackingUp = until(() => existsSync(`${file}.partial`));
    expect(await runErrand(['backup', file], target, isBackingUp)).toMatchObject({ code: null });
  });
  // The check applies nothing, and says what an upgrade would do and how to go back.
  for (let count = 0; count < 2; count += 1) {
    const { code, output } = await runErrand(['upgrade', '--check'], target);
    expect(output).toMatch(/The database needs \d+ migrations.*makes a backup first.*Roll back: /s);
    expect(code).toBe(0);
  }
  // The upgrade has its backup and waits for its turn to migrate.
  const listBackups = () => readdir(join(dataDir, 'backups')).catch(() => []);
  await withConnection(url, 'errand test', async (client) => {
    await lockMigrations(client);
    const isMigrating = until(async () => (await listBackups()).some((name) => name.endsWith('.errand')));
    expect(await runErrand(['upgrade'], target, isMigrating)).toMatchObject({ code: null });
  });
  const port = await freePort();
  const address = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
  const { output } = await runErrand(['serve'], { ...target, ...address }, untilHealthy(address.PUBLIC_URL));
  expect(output).toContain(`errand backup was interrupted before ${file} was complete: run it again`);
  const [backup = ''] = await listBackups();
  expect(output).toContain('errand upgrade was interrupted: Errand applied the remaining migrations at startup');
  expect(output).toContain(`and the backup made before the upgrade is ${join(dataDir, 'backups', backup)}`);
  expect((await runErrand(['upgrade', '--check'], target)).output).toContain('The database is up to date');
  expect(existsSync(`${file}.partial`)).toBe(false);
  expect((await readdir(dataDir)).filter((name) => name.includes('unfinished'))).toEqual([]);
});
