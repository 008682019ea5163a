import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSimulator } from '../../src/connectors/simulator/index.ts';
import type { StoreKind } from '../../src/connectors/store.ts';
import { createKey, insertAccount } from '../../src/domains/access/accounts/index.ts';
import { loadRetailers } from '../../src/domains/catalog/stores/index.ts';
import { creditWallet } from '../../src/domains/money/wallet/index.ts';
import { type Clock, systemClock } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import { toCents } from '../../src/kit/money.ts';
import type { World } from '../../src/kit/world.ts';
import { startErasing } from '../../src/main/erase-accounts.ts';
import { acceptRestoredDatabase, retailersFile, wireSystem } from '../../src/main/wiring.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createIdentityWatch } from '../../src/platform/database/index.ts';
import { closeHttp } from '../../src/platform/http/index.ts';
import { createLogger, type Logger } from '../../src/platform/logger.ts';
import { freePort } from './free-port.ts';
import { createTestDatabase, openTestDatabase } from './postgres.ts';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape.
  body: any;
}

export interface CallOptions {
  method?: string;
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

interface SystemOptions {
  /** Runs another process on the database of another system. */
  databaseUrl?: string;
  env?: Record<string, string>;
  clock?: Clock;
  /** Simulated stores in live mode too. */
  withLive?: boolean;
  /** Real live stores. */
  liveConnectors?: NonNullable<Parameters<typeof wireSystem>[0]['liveConnectors']>;
  /** The brands of live mode. Default: all. */
  liveRetailers?: string[];
  /** Other kinds of stores than the default ones. */
  storeKinds?: readonly StoreKind[];
  /** Runs jobs in the background. Otherwise a test drains the queue itself. */
  withWorker?: boolean;
  /** Gets every log line, at every level. */
  onLog?(line: string): void;
  /** Receives mail on its own port (config.mailInPort). */
  withMail?: boolean;
  logger?: Logger;
  /** Adds more to the MCP server. */
  extendMcp?: NonNullable<Parameters<typeof wireSystem>[0]['extendMcp']>;
  /** Other web pages than the built ones. */
  webFolder?: string;
  /** Retries 503s like clients do: under load, a busy machine refuses some requests. */
  isPatient?: boolean;
}

/** Processes of one deployment share their keys like their database. */
export const keysFolderOf = (databaseUrl: string): string =>
  join(tmpdir(), `errand-keys-${createHash('sha256').update(databaseUrl).digest('hex').slice(0, 16)}`);

/** Set, so no development key file is written. */
export const testMasterKey = `test:${Buffer.alloc(32, 7).toString('base64')}`;

export type TestSystem = Awaited<ReturnType<typeof startSystem>>;

/** The whole service with its own database and port, wired like `npm start`. */
export async function startSystem(options: SystemOptions = {}) {
  const shared = options.databaseUrl;
  const { database, url: databaseUrl, drop } = await (shared ? openTestDatabase(shared) : createTestDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'errand-system-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PORT: String(port),
    SANDBOX_TIME_SCALE: '0',
    RATE_LIMIT_PER_KEY: '0',
    IN_FLIGHT_MAX: '0',
    RATE_LIMIT_PER_ADDRESS: '0',
    // `PLUGINS=none npx vitest run …` tests the core without plug-ins.
    PLUGINS: process.env.PLUGINS,
  };
  const config = readConfig({
    ...env,
    SANDBOX_MINTS_PER_IP_PER_DAY: '100000',
    SANDBOX_MINTS_PER_DAY: '100000',
    MASTER_KEYS: testMasterKey,
    DATA_DIR: dataDir,
    ERASABLE_KEYS: pathToFileURL(keysFolderOf(databaseUrl)).href,
    ...(options.withMail ? { MAIL_IN_PORT: String(await freePort()), MAIL_IN_DNS: 'off' } : {}),
    ...options.env,
  });
  const clock = options.clock ?? systemClock;
  const { onLog } = options;
  const quiet = createLogger(onLog ? { level: 'trace', destination: { write: onLog } } : { level: 'silent' });
  const logger = options.logger ?? quiet;
  const brands = await loadRetailers(retailersFile);
  const system = await wireSystem({
    config,
    database,
    clock,
    watch: createIdentityWatch({
      url: databaseUrl,
      seen: null,
      onRestored: (tx) => acceptRestoredDatabase(tx),
      logger,
    }),
    logger,
    ...(options.storeKinds ? { storeKinds: options.storeKinds } : {}),
    ...(options.webFolder === undefined ? {} : { webFolder: options.webFolder }),
    ...(options.extendMcp ? { extendMcp: options.extendMcp } : {}),
    ...(options.liveConnectors ? { liveConnectors: options.liveConnectors } : {}),
    ...(options.withLive
      ? {
          liveConnectors: (needs) => [
            createSimulator({
              world: 'live',
              database: needs.database,
              clock: needs.clock,
              brands: brands.filter((brand) => options.liveRetailers?.includes(brand.id) ?? true),
              publicUrl: url,
              timeScale: 0,
            }),
          ],
        }
      : {}),
  });
  const stopRecording = await system.startRecording();
  const app = await system.routes();
  await app.listen({ port, host: '127.0.0.1' });
  const queue = system.worker();
  const mailIn = await system.startMailIn();
  if (options.withWorker) queue.start();

  async function call(path: string, { method = 'GET', key, body, headers = {} }: CallOptions = {}): Promise<Answer> {
    const sent = {
      method,
      headers: {
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    };
    let response = await fetch(url + path, sent);
    let text = await response.text();
    while (response.status === 503 && options.isPatient) {
      await systemClock.sleep(1000 * Number(response.headers.get('retry-after') ?? 1));
      response = await fetch(url + path, sent);
      text = await response.text();
    }
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, text, body: isJson && text ? JSON.parse(text) : null };
  }

  return {
    url,
    databaseUrl,
    config,
    database,
    clock,
    queue,
    simulator: system.simulator,
    registry: system.registry,
    vault: system.vault,
    codes: system.codes,
    recordFor: system.recordFor,
    stores: system.stores,
    startErasing: () => startErasing({ database, clock }),
    call,
    post: (path: string, key: string | undefined, body?: unknown, headers?: Record<string, string>) =>
      call(path, {
        method: 'POST',
        ...(key ? { key } : {}),
        ...(body === undefined ? {} : { body }),
        ...(headers ? { headers } : {}),
      }),
    get: (path: string, key?: string) => call(path, key ? { key } : {}),
    async mint(): Promise<string> {
      const answer = await call('/sandbox/keys', { method: 'POST' });
      if (answer.status !== 201) throw new Error(`Minting failed: ${answer.status} ${answer.text}`);
      return answer.body.api_key;
    },
    /** An account with a key of this mode and some money. */
    async account(world: World, cents = 1_000_000) {
      const accountId = newId();
      await insertAccount(database.db, accountId, `${accountId}@example.com`, clock.now());
      const needs = { tx: database.db, clock };
      const { key, id: keyId } = await createKey(needs, { accountId, world, label: 'test' });
      if (cents > 0) await creditWallet(needs, { id: newId(), accountId, world, amount: toCents(cents), note: 'test' });
      return { accountId, key, keyId };
    },
    async stop() {
      await queue.stop(5000);
      await mailIn?.close();
      await closeHttp(app);
      await stopRecording();
      await system.close();
      await drop();
      await rm(dataDir, { recursive: true, force: true });
      if (!shared) await rm(keysFolderOf(databaseUrl), { recursive: true, force: true });
    },
  };
}

export const address = {
  first_name: 'Jane',
  last_name: 'Doe',
  address_line1: '1 Market St',
  city: 'San Francisco',
  state: 'CA',
  postal_code: '94105',
  country: 'US',
  phone_number: '+14155550123',
};

export const orderFor = (url: string, more: Record<string, unknown> = {}) => ({
  products: [{ url, quantity: 1 }],
  shipping_address: address,
  max_price: 5000,
  ...more,
});

/** The URL of a product of this retailer, from the store itself: with a stopped clock, a search never ends. */
export async function anyProduct(system: TestSystem, retailer: string): Promise<string> {
  const call = { signal: new AbortController().signal };
  const query = { query: 'headphones', page: 1, freeShipping: false };
  const { results } = await system.simulator.search!(retailer, query, call);
  const found = results.find((hit) => hit.available);
  if (!found) throw new Error(`${retailer} sells no headphones.`);
  return found.url;
}
