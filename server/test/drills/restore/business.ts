import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { createKey, insertAccount } from '../../../src/domains/access/accounts/index.ts';
import { creditWallet, fundSandbox } from '../../../src/domains/money/wallet/index.ts';
import { systemClock } from '../../../src/kit/clock.ts';
import { newId } from '../../../src/kit/ids.ts';
import { toCents } from '../../../src/kit/money.ts';
import { readConfig } from '../../../src/platform/config.ts';
import { type Db, openDatabase } from '../../../src/platform/database/index.ts';
import { freePort } from '../../harness/free-port.ts';
import { between, seededRandom } from '../kills/random.ts';
import { createService, drillSettings, entries, type Service } from '../kills/service.ts';
import { createClient, type Keys } from './client.ts';
import { type Cluster, createWorkshop, type Workshop } from './cluster.ts';
import { judge, recipients, type Verdict } from './judge.ts';
import { openShops, webhookSecret } from './shops.ts';
import { storeBooks, type Way } from './ways.ts';

const settledWithinMs = 240_000;

/** One seed: business at every kind of store, a backup and a kill at random moments, a restore, and every client repeats itself. */
export async function runSeed(
  seed: number,
  way: Way,
  actions: number,
): Promise<(Verdict & { problems: string[] }) | null> {
  const workshop = createWorkshop();
  if (!workshop) return null;
  const random = seededRandom(seed);
  const dataDir = await mkdtemp(join(tmpdir(), 'errand-drill-'));
  const shops = await openShops(dataDir);
  const started: Service[] = [];
  const problems: string[] = [];
  try {
    const primary = workshop.create('primary');
    if (way.settings) primary.configure(way.settings(workshop));
    primary.start();
    const url = `http://127.0.0.1:${await freePort()}`;
    const env = environment(url, dataDir, shops.stripe.url);
    await shops.writeStoresFile(env.STORES_FILE);
    const start = (databaseUrl: string) => startServices({ ...env, DATABASE_URL: databaseUrl }, started, problems);
    await start(primary.url);
    await shops.introduce(url);
    const first = openDatabase({ url: primary.url, poolMax: 2 });
    const client = createClient({ url, keys: await openAccount(first.db), shops, random });
    const backUpAt = Math.floor(between(random, actions * 0.2, actions * 0.8));
    for (let index = 0; index < actions; index += 1) {
      if (index === backUpAt) await way.backUp(workshop, primary);
      await client.act();
      await pause(between(random, 0, 300));
    }
    await pause(between(random, 0, 3000));
    await Promise.all(started.map((service) => service.kill()));
    const names = await recipients(first.db);
    await first.close();
    const restored = await restoreWithBooks(workshop, primary, way);
    await start(restored.url);
    const refused = await client.repeat();
    const database = openDatabase({ url: restored.url, poolMax: 4 });
    if (!(await untilSettled(database.db))) problems.push('not settled in time');
    const verdict = await judge(database, readConfig({ ...env, DATABASE_URL: restored.url }), shops, names);
    await database.close();
    return { ...verdict, problems: [...problems, ...client.problems, ...refused] };
  } finally {
    await Promise.all(started.map((service) => service.kill()));
    await shops.close();
    workshop.clear();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** What the simulated stores sold is theirs: their books do not go back in time. */
export async function restoreWithBooks(workshop: Workshop, primary: Cluster, way: Way): Promise<Cluster> {
  const books = workshop.folder('books.sql');
  const tables = storeBooks.flatMap((table) => ['-t', table]);
  workshop.run('pg_dump', [...primary.where, '--data-only', ...tables, '-f', books, 'postgres']);
  const copy = await way.restore(workshop, primary);
  workshop.run('psql', [...copy.where, '-qc', `truncate ${storeBooks.join(', ')} cascade`, 'postgres']);
  workshop.run('psql', [...copy.where, '-q', '-v', 'ON_ERROR_STOP=1', '-f', books, 'postgres']);
  return copy;
}

const environment = (url: string, dataDir: string, stripeUrl: string) => ({
  ...drillSettings('', url, dataDir),
  PORT: new URL(url).port,
  STORES_FILE: join(dataDir, 'stores.json'),
  STORES_ALLOW_PRIVATE: 'true',
  DESK_RETAILERS: 'target',
  STRIPE_SECRET_KEY: 'sk_live_drill',
  STRIPE_API_BASE: stripeUrl,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  RECONCILE_GIVE_UP: '20s',
  IN_FLIGHT_MAX: '0',
  LOG_LEVEL: 'fatal',
});

async function startServices(env: Record<string, string>, started: Service[], problems: string[]): Promise<void> {
  for (const role of ['api', 'worker', 'worker']) {
    // Started again as a supervisor does, up to three times.
    let restarts = 0;
    const service = createService(role, entries.server, { ...env, ROLE: role }, (message) => {
      restarts += 1;
      if (restarts <= 3) service.start();
      else problems.push(message);
    });
    service.start();
    started.push(service);
  }
  for (const deadline = performance.now() + 180_000; performance.now() < deadline; await pause(200)) {
    const answer = await fetch(`${env.PUBLIC_URL}/health`).catch(() => null);
    if (answer?.ok) return;
  }
  throw new Error(`The service did not start: ${problems.join(' ')}`);
}

async function openAccount(db: Db): Promise<Keys> {
  const accountId = newId();
  const needs = { tx: db, clock: systemClock };
  await insertAccount(db, accountId, 'drill@example.com', systemClock.now());
  const { key: live } = await createKey(needs, { accountId, world: 'live', label: 'drill' });
  const { key: test } = await createKey(needs, { accountId, world: 'test', label: 'drill' });
  await creditWallet(needs, { id: newId(), accountId, world: 'live', amount: toCents(100_000_000), note: 'drill' });
  await fundSandbox(needs, accountId);
  return { live, test };
}

/** Over, or with a person: an order that needs review, or one that waits for an answer. */
async function untilSettled(db: Db): Promise<boolean> {
  for (const deadline = performance.now() + settledWithinMs; performance.now() < deadline; await pause(500)) {
    const { rows } = await sql<{ n: number }>`
      select (select count(*) from orders where status in ('pending', 'in_progress') and needs_review_at is null
          and waiting_for is distinct from 'action')
        + (select count(*) from jobs where dead_at is null and kind in ('top-ups.recover', 'agent.recover')) as n`.execute(
      db,
    );
    if (Number(rows[0]?.n ?? 0) === 0) return true;
  }
  return false;
}
