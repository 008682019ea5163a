import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeBackup } from '../../src/main/backup/make-backup.ts';
import { restoreBackup, restoreIntoTarget } from '../../src/main/backup/restore-backup.ts';
import { verifyBackup } from '../../src/main/backup/verify-backup.ts';
import { createBlobs } from '../../src/platform/blobs/index.ts';
import { type Config, readConfig } from '../../src/platform/config.ts';
import { openDatabase, withConnection } from '../../src/platform/database/index.ts';
import { withDatabase } from '../harness/global-setup.ts';
import { onServer, testServer } from '../harness/postgres.ts';
import { address, startSystem, type TestSystem, testMasterKey } from '../harness/system.ts';

let system: TestSystem;
let folder: string;
let file: string;
const databases: string[] = [];

beforeAll(async () => {
  system = await startSystem();
  folder = await mkdtemp(join(tmpdir(), 'errand-backup-'));
  file = join(folder, 'all.errand');
  const key = await system.mint();
  for (const product of ['success', 'slow', 'success']) {
    const products = [{ url: `${system.url}/shop/products/test-${product}`, quantity: 1 }];
    const answer = await system.post('/orders', key, { products, shipping_address: address, max_price: 5000 });
    expect(answer.status).toBe(201);
  }
  await (await createBlobs(system.config)).put('labels/one.pdf', Buffer.from('%PDF label'), 'application/pdf');
  const secret = await system.vault.sealErasable('open sesame', 'test/one/secret');
  await writeFile(join(folder, 'sealed'), secret);
  await makeBackup(system.config, system.databaseUrl, file);
});
afterAll(async () => {
  await system.stop();
  for (const name of databases) await onServer(`drop database if exists ${name} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

/** A machine that has nothing yet but its keys. */
async function newMachine(env: Record<string, string> = {}): Promise<{ config: Config; url: string }> {
  const name = `errand_restore_${randomBytes(8).toString('hex')}`;
  databases.push(name);
  await onServer(`create database ${name}`);
  const dataDir = await mkdtemp(join(folder, 'machine-'));
  const url = withDatabase(testServer().url, name);
  return { url, config: readConfig({ DATA_DIR: dataDir, DATABASE_URL: url, MASTER_KEYS: testMasterKey, ...env }) };
}

/** What must be the same in both, down to the last byte, and what checks it there. */
async function contentOf(url: string): Promise<Record<string, unknown>> {
  const { db, close } = openDatabase({ url });
  const found: Record<string, unknown> = {};
  for (const table of ['ledger_transfers', 'wallets', 'idempotency_keys', 'accounts', 'alert_rules'] as const) {
    const { rows } = await sql<{ digest: string }>`
      select md5(string_agg(to_jsonb(t)::text, ',' order by to_jsonb(t)::text)) as digest from ${sql.table(table)} t`.execute(
      db,
    );
    found[table] = rows[0]?.digest;
  }
  const { rows: checks } = await sql`
    select conrelid::regclass::text as place, pg_get_constraintdef(oid) as text from pg_constraint where contype in ('f', 'c')
    union all select tgrelid::regclass::text, format('%s %s', tgname, tgenabled) from pg_trigger where not tgisinternal order by 1, 2`.execute(
    db,
  );
  await close();
  return { ...found, checks };
}

it('restores everything elsewhere, and looks every open order up before it buys', async () => {
  const { config, url } = await newMachine();
  const report = await restoreBackup(config, url, file);
  expect(report).toMatchObject({ orders: 3, totals: { files: 1, keys: 1 } });
  expect(await contentOf(url)).toEqual(await contentOf(system.databaseUrl));
  expect(await (await createBlobs(config)).get('labels/one.pdf')).toEqual(Buffer.from('%PDF label'));

  const restored = await startSystem({ databaseUrl: url, env: { DATA_DIR: config.dataDir, ERASABLE_KEYS: '' } });
  const opened = await restored.vault.openErasable(await readFile(join(folder, 'sealed')), 'test/one/secret');
  expect(opened.toString()).toBe('open sesame');
  const { rows } = await sql`
    select reason, orders_in_doubt, is_known_database() as known, (select count(*) from orders where restored_at is null) as unmarked,
      (select known_until from restores) as until from database_changes`.execute(restored.database.db);
  expect(rows).toEqual([
    {
      reason: 'restored from a backup',
      orders_in_doubt: 3,
      known: true,
      unmarked: 0,
      until: new Date(report.manifest.taken_at),
    },
  ]);
  // The sequences continue where they were.
  const key = await restored.mint();
  const products = [{ url: `${restored.url}/shop/products/test-success`, quantity: 1 }];
  const answer = await restored.post('/orders', key, { products, shipping_address: address, max_price: 5000 });
  expect(answer.status).toBe(201);
  await restored.stop();
});

it('refuses a target that is not empty, and writes nothing into it', async () => {
  const { config, url } = await newMachine();
  const inDatabase = async (text: string) =>
    withConnection(url, 'errand test', async (client) => (await client.query(text)).rows);
  const refused = 'a restore needs an empty target. Nothing was changed.';
  await inDatabase(`create table notes (text text); insert into notes values ('mine')`);
  await expect(restoreBackup(config, url, file)).rejects.toThrow(`The database has tables, and ${refused}`);
  expect(await inDatabase('select text from notes')).toEqual([{ text: 'mine' }]);
  const tables = `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;
  expect(await inDatabase(tables)).toEqual([{ relname: 'notes' }]);
  expect(await readdir(config.dataDir, { recursive: true })).toEqual(['blobs']);

  await inDatabase('drop table notes');
  const blobs = await createBlobs(config);
  await blobs.put('labels/mine.pdf', Buffer.from('mine'), 'application/pdf');
  await expect(restoreBackup(config, url, file)).rejects.toThrow(`The target contains files or keys, and ${refused}`);
  expect(await inDatabase(tables)).toEqual([]);
  expect(await Readable.from(blobs.list()).toArray()).toEqual(['labels/mine.pdf']);
  expect(await readdir(config.dataDir)).toEqual(['blobs']);
});

it('marks a new data folder before it has a database, and leaves no mark when it fails', async () => {
  const { config } = await newMachine();
  const seen: string[][] = [];
  const broken = createServer((socket) => {
    seen.push(readdirSync(config.dataDir));
    socket.destroy();
  });
  await once(broken.listen(0, '127.0.0.1'), 'listening');
  const { port } = broken.address() as AddressInfo;
  const databaseUrl = `postgres://errand@127.0.0.1:${port}/errand`;
  await expect(restoreIntoTarget({ ...config, databaseUrl }, file)).rejects.toThrow();
  broken.close();
  expect(seen[0]).toEqual(['restore-unfinished.json']);
  expect(await readdir(config.dataDir)).not.toContain('restore-unfinished.json');
});

it('is verified in a scratch database, and a backup that was altered or cut off is not believed', async () => {
  expect((await verifyBackup(system.config, file)).problems).toEqual([]);
  const bytes = await readFile(file);
  const { config, url } = await newMachine();
  const alter = async (name: string, altered: Buffer) => {
    await writeFile(join(folder, name), altered);
    return restoreBackup(config, url, join(folder, name));
  };
  const flipped = Buffer.from(bytes);
  flipped.writeUInt8(flipped.readUInt8(bytes.length - 30) ^ 1, bytes.length - 30);
  await expect(alter('flipped', flipped)).rejects.toThrow('damaged');
  await expect(alter('cut', bytes.subarray(0, bytes.length - 200))).rejects.toThrow(/incomplete|damaged/);
  await expect(alter('longer', Buffer.concat([bytes, bytes.subarray(-100)]))).rejects.toThrow('damaged');
  await expect(alter('other', Buffer.from('not a backup\n'))).rejects.toThrow('is not an Errand backup');
  const wrongKey = { ...config, masterKeys: [`other:${Buffer.alloc(32, 9).toString('base64')}`] };
  await expect(restoreBackup(wrongKey, url, file)).rejects.toThrow('encrypted with the master key "test"');
  // None of it was written.
  const { db, close } = openDatabase({ url });
  const { rows } = await sql`select from pg_class where relnamespace = 'public'::regnamespace`.execute(db);
  await close();
  expect(rows).toEqual([]);
  expect(await readdir(config.dataDir)).toEqual(['blobs']);
  await restoreBackup(config, url, file);
});

it('takes a passphrase, and then brings the development key along', async () => {
  const { config, url } = await newMachine({ BACKUP_PASSPHRASE: 'correct horse', MASTER_KEYS: '' });
  const made = { ...system.config, masterKeys: [], backup: config.backup };
  await writeFile(join(system.config.dataDir, 'development-master-key'), Buffer.alloc(32, 5).toString('base64'));
  const sealed = join(folder, 'passphrase.errand');
  await makeBackup(made, system.databaseUrl, sealed);
  expect((await stat(sealed)).mode & 0o777).toBe(0o600);
  const wrong = { ...config, backup: { ...config.backup, passphrase: 'wrong' } };
  await expect(restoreBackup(wrong, url, sealed)).rejects.toThrow('The passphrase or key cannot decrypt this backup');
  await restoreBackup(config, url, sealed);
  expect(await readFile(join(config.dataDir, 'development-master-key'), 'utf8')).toBe(
    Buffer.alloc(32, 5).toString('base64'),
  );
});
