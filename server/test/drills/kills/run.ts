import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { auditLedger } from '../../../src/domains/money/wallet/index.ts';
import { assertDefined } from '../../../src/kit/assert-defined.ts';
import { fieldsOf, listOf } from '../../../src/kit/fields.ts';
import { type Database, type Db, migrate, openDatabase } from '../../../src/platform/database/index.ts';
import { purchaseProblems } from '../../harness/checks.ts';
import { freePort } from '../../harness/free-port.ts';
import { type StripeStandIn, startStripe } from '../../harness/stripe-stand-in.ts';
import { placeAgentOrders } from './agents.ts';
import { batchProblems, placeBatches } from './batch-shopper.ts';
import { openJobs, promiseProblems, untilOver } from './endings.ts';
import { type LiveStores, liveProblems, openLiveAccount, startLiveStores } from './live-stores.ts';
import { between, oneOf, type Random, seededRandom } from './random.ts';
import { createService, drillSettings, entries, type Service, untilHealthy } from './service.ts';
import { type Errands, shop } from './shopper.ts';

export interface KillOptions {
  databaseUrl: string;
  orders: number;
  /** Over how long the orders, and with them the kills, are spread. */
  seconds: number;
  kills: number;
  seed: number;
  /** Everything in one batch (POST /orders/bulk) instead of one by one. */
  isBulk?: boolean;
  /** Agents order and pay with test money, or through a Stripe stand-in that survives every kill. */
  isAgents?: boolean;
  /** Four of ten orders go to live stores whose lines fail now and then. */
  isLive?: boolean;
  /** Run the deliberately broken worker, which the checks must catch. */
  isBroken: boolean;
  /** Expires a killed worker's leases right away. Otherwise that takes up to two minutes. */
  cutsLeases: boolean;
  endWithinMs: number;
  signal: AbortSignal;
  log(message: string): void;
}

export interface KillReport {
  orders: number;
  requests: number;
  kills: Record<string, number>;
  pauses: number;
  /** Connections to the database that were cut. */
  cuts: number;
  /** Faulty requests to live stores. */
  storeFaults: number;
  attempts: number;
  purchases: number;
  endings: Record<string, number>;
  seconds: number;
  problems: string[];
}

interface Scene {
  services: Service[];
  random: Random;
  database: Database;
  options: KillOptions;
  signal: AbortSignal;
}

const clients = 16;
const workers = 2;

/**
 * The API and two workers as processes of their own, orders over HTTP, kill -9 at random moments. When everything has
 * come to its end, the books of the simulated stores, the orders and the ledger are compared.
 */
export async function runKills(options: KillOptions): Promise<KillReport> {
  const startedAt = performance.now();
  // Two streams: what the clients do must not shift which process is killed next.
  const random = seededRandom(options.seed + 1);
  const database = openDatabase({ url: options.databaseUrl, poolMax: 2, applicationName: 'kill run' });
  const giveUp = new AbortController();
  const onSurprise = (message: string) => giveUp.abort(new Error(message));
  const signal = AbortSignal.any([options.signal, giveUp.signal]);
  const dataDir = await mkdtemp(join(tmpdir(), 'errand-killed-'));
  const stripe = await startStripe();
  const live = options.isLive ? await startLiveStores({ dataDir, seed: options.seed, faultsPerMille: 10 }) : null;
  const { services, port } = await createServices(options, { dataDir, stripe, live, onSurprise });
  const scene: Scene = { services, random, database, options, signal };
  try {
    await migrate(database.db);
    for (const service of services) service.start();
    const url = `http://127.0.0.1:${port}`;
    const errands = {
      url,
      orders: options.orders,
      clients,
      seconds: options.seconds,
      random: seededRandom(options.seed),
      signal,
    };
    await untilHealthy(url, signal);
    const market = live && { apiKey: await openLiveAccount(database.db), products: live.products };
    live?.trust(await signingKeys(url, signal));
    const [told, harm] = await Promise.all([
      shopping({ ...errands, ...(market && { live: market }) }, scene, dataDir, stripe),
      injectFaults(scene),
    ]);
    const isOver = await untilOver(database.db, options.endWithinMs, signal);
    const problems = [
      ...told.problems,
      ...(isOver ? [] : [`not over after ${options.endWithinMs} ms: ${await openJobs(database.db)}`]),
      ...(await told.check()),
      ...(await purchaseProblems(database.db, live ? 'test' : null)),
      ...(live ? await liveProblems(database.db, live) : []),
      ...(await auditLedger(database.db)).map((row) => `wallet ${row.account_id}: ${row.problem}`),
    ];
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    const storeFaults = live?.faults ?? 0;
    return { ...harm, storeFaults, ...(await count(database.db)), requests: told.requests, seconds, problems };
  } finally {
    giveUp.abort();
    await Promise.all(services.map((service) => service.kill()));
    await live?.stop();
    await stripe.stop();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Told {
  requests: number;
  problems: string[];
  /** Compares the responses with the data once everything has settled. */
  check(): Promise<string[]>;
}

async function shopping(errands: Errands, scene: Scene, dataDir: string, stripe: StripeStandIn): Promise<Told> {
  const { db } = scene.database;
  if (scene.options.isAgents) return placeAgentOrders(errands, db, stripe);
  if (scene.options.isBulk) {
    return { ...(await placeBatches(errands, db)), check: () => batchProblems(db, errands.orders, dataDir) };
  }
  const told = await shop(errands);
  return { ...told, check: () => promiseProblems(db, told.idsByKey, told.cancelled) };
}

interface Surroundings {
  dataDir: string;
  stripe: StripeStandIn;
  live: LiveStores | null;
  onSurprise(message: string): void;
}

async function createServices(options: KillOptions, { dataDir, stripe, live, onSurprise }: Surroundings) {
  const port = await freePort();
  const env = {
    ...drillSettings(options.databaseUrl, `http://127.0.0.1:${port}`, dataDir),
    PORT: String(port),
    // Fast, but not instant: there must be moments when a purchase is in progress.
    SANDBOX_TIME_SCALE: '0.1',
    // A test key of Stripe, so that what it pays for runs in the sandbox too.
    STRIPE_SECRET_KEY: 'sk_test_kills',
    STRIPE_API_BASE: stripe.url,
    ...(live && { STORES_FILE: live.file, STORES_ALLOW_PRIVATE: 'true', RECONCILE_GIVE_UP: '60s' }),
  };
  const workerEntry = options.isBroken ? entries.brokenWorker : entries.server;
  const services = [createService('api', entries.server, { ...env, ROLE: 'api' }, onSurprise)];
  for (let index = 1; index <= workers; index += 1) {
    services.push(createService(`worker ${index}`, workerEntry, { ...env, ROLE: 'worker' }, onSurprise));
  }
  return { services, port };
}

/** Kills, and now and then pauses a worker past its lease, so that two of them work on one order. */
async function injectFaults({ services, random, database, options, signal }: Scene) {
  const kills: Record<string, number> = {};
  let pauses = 0;
  let cuts = 0;
  const restMs = (options.seconds * 1000) / options.kills;
  for (let done = 0; done < options.kills; ) {
    await pause(between(random, 0.5 * restMs, 1.5 * restMs), null, { signal });
    const victim = oneOf(random, services);
    if (victim.name !== 'api' && random() < 0.25) {
      pauses += 1;
      victim.pause();
      await cutLeases(database.db);
      await pause(between(random, 200, 600));
      victim.resume();
      continue;
    }
    if (options.isLive && random() < 0.3) {
      cuts += await cutConnections(database.db);
      continue;
    }
    await victim.kill();
    done += 1;
    kills[victim.name] = (kills[victim.name] ?? 0) + 1;
    options.log(`killed the ${victim.name} (${done} of ${options.kills})`);
    if (victim.name !== 'api' && options.cutsLeases) await cutLeases(database.db);
    await pause(between(random, 0, 300));
    victim.start();
  }
  return { kills, pauses, cuts };
}

/** Breaks some connections of the service, whatever they are doing. */
async function cutConnections(db: Db): Promise<number> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from (
      select pid from pg_stat_activity where pid <> pg_backend_pid() and application_name like 'errand%'
      order by random() limit 3) victim`.execute(db);
  return rows.length;
}

/** The keys that the service signs its requests with. */
async function signingKeys(url: string, signal: AbortSignal): Promise<unknown[]> {
  const answer = await fetch(`${url}/ucp/profiles/2026-08-25`, { signal });
  return listOf(fieldsOf(await answer.json()).keys);
}

async function cutLeases(db: Db): Promise<void> {
  await sql`update jobs set locked_until = now() where locked_until > now()`.execute(db);
}

async function count(db: Db) {
  const { rows } = await sql<{ status: string; orders: number; attempts: number }>`
    select status, count(*) as orders, sum(attempts) as attempts from orders group by status order by status`.execute(
    db,
  );
  const bought = await sql<{ purchases: number }>`select count(*) as purchases from sim_purchases`.execute(db);
  return {
    orders: rows.reduce((sum, row) => sum + row.orders, 0),
    attempts: rows.reduce((sum, row) => sum + row.attempts, 0),
    endings: Object.fromEntries(rows.map((row) => [row.status, row.orders])),
    purchases: assertDefined(bought.rows[0]).purchases,
  };
}
