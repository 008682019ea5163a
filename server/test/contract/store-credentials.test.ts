import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { listStoresText } from '../../src/main/admin-stores.ts';
import { readContract } from '../harness/conforms.ts';
import { operatorEnv, personOn } from '../harness/operator.ts';
import { createTestDatabase, openTestDatabase } from '../harness/postgres.ts';
import { backUp } from '../harness/restore.ts';
import { simulatedKind } from '../harness/store-kind.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const store = {
  name: 'walmart',
  kind: 'vendure',
  url: 'https://www.walmart.com',
  payment: 'invoice',
  consent: { by: 'The merchant', on: '2026-08-21' },
};
const credentials = { token: 'tok_1', email: 'buyer@example.com', password: 'secret' };

interface Scene {
  stores: object[];
  env?: Record<string, string>;
  databaseUrl?: string;
}

async function start({ stores, env = {}, databaseUrl }: Scene): Promise<TestSystem> {
  const folder = await mkdtemp(join(tmpdir(), 'errand-stores-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'stores.json');
  await writeFile(file, JSON.stringify({ stores }));
  const own = await (databaseUrl === undefined ? createTestDatabase() : openTestDatabase(databaseUrl));
  undo.push(() => own.drop());
  const { kind } = await simulatedKind(() => own.database);
  const system = await startSystem({
    env: { ...operatorEnv, STORES_ALLOW_PRIVATE: 'true', STORES_FILE: file, ...env },
    storeKinds: [kind],
    databaseUrl: own.url,
  });
  undo.push(() => system.stop());
  return system;
}

const otherKeys = async (): Promise<Record<string, string>> => {
  const folder = await mkdtemp(join(tmpdir(), 'errand-keys-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  return { ERASABLE_KEYS: pathToFileURL(folder).href };
};

const copyOf = (system: TestSystem): Promise<string> => backUp(system.databaseUrl);

const sealedOf = async ({ database }: TestSystem) =>
  (await sql<{ sealed: Buffer }>`select credentials_sealed as sealed from stores`.execute(database.db)).rows[0]?.sealed;

async function buy(system: TestSystem) {
  const { key } = await system.account('live');
  const answer = await system.post(
    '/orders',
    key,
    orderFor('https://www.walmart.com/ip/986325010', { max_price: 20_000 }),
  );
  expect(answer.status, answer.text).toBe(201);
  await system.queue.drain();
  return async () => (await system.get(`/orders/${answer.body.id}`, key)).body;
}

it('takes the credentials from the stores file again when their keys were lost', { timeout: 60_000 }, async () => {
  const before = await start({ stores: [{ ...store, credentials }] });
  const sealed = await sealedOf(before);
  const after = await start({
    stores: [{ ...store, credentials }],
    env: await otherKeys(),
    databaseUrl: await copyOf(before),
  });
  expect((await sealedOf(after))?.equals(sealed!)).toBe(false);
  expect(after.stores.health()).toEqual([{ name: 'walmart', status: 'unknown' }]);
  const look = await buy(after);
  expect((await look()).status).toBe('order_placed');
});

it('starts without them, asks for them, lets orders wait, and continues once they are entered', {
  timeout: 60_000,
}, async () => {
  const before = await start({ stores: [{ ...store, credentials }] });
  const backup = await copyOf(before);
  const after = await start({ stores: [store], env: await otherKeys(), databaseUrl: backup });
  const operator = await personOn(after, await readContract(after));
  const [shown] = (await operator.get('/operator/stores')).body.stores;
  expect(shown).toMatchObject({ credentials: [], health: { status: 'needs_credentials' } });
  expect(await listStoresText(after.database, {}, after.config)).toContain('needs_credentials');
  const { connectors } = (await after.get('/health')).body.details;
  expect(connectors).toMatchObject({ status: 'degraded', stores: { needs_credentials: 1 } });
  const look = await buy(after);
  expect(await look()).toMatchObject({ status: 'pending' });
  const { rows } = await sql<{ sold: number }>`select count(*) as sold from sim_purchases`.execute(after.database.db);
  expect(rows).toEqual([{ sold: 0 }]);
  const patched = await operator.call('/operator/stores/walmart', { method: 'PATCH', body: { credentials } });
  expect(patched.status, patched.text).toBe(200);
  expect(patched.body).toMatchObject({ credentials: Object.keys(credentials), health: { status: 'unknown' } });
  await sql`update jobs set run_at = now() where kind = 'orders.place'`.execute(after.database.db);
  await after.queue.drain();
  expect((await look()).status).toBe('order_placed');
});

it('reads them again when their keys are put back', { timeout: 60_000 }, async () => {
  const before = await start({ stores: [{ ...store, credentials }] });
  const keys = before.config.erasableKeys ?? '';
  const backup = await copyOf(before);
  const lost = await start({ stores: [store], env: await otherKeys(), databaseUrl: backup });
  expect(lost.stores.health()).toEqual([{ name: 'walmart', status: 'needs_credentials' }]);
  const after = await start({ stores: [store], env: { ERASABLE_KEYS: keys }, databaseUrl: backup });
  expect(after.stores.health()).toEqual([{ name: 'walmart', status: 'unknown' }]);
});
