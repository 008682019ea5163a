import { readFile } from 'node:fs/promises';
import { createRegistry, type Registry } from '../connectors/registry.ts';
import { createSimulator } from '../connectors/simulator/index.ts';
import {
  addStore,
  createStoreClient,
  describeAddress,
  findStore,
  limitsDefault,
  listHealth,
  listStores,
  loadRetailers,
  readStoreFile,
  removeStore,
  statusOf,
  tryOpenCredentials,
  walkStore,
} from '../domains/catalog/stores/index.ts';
import { commandLine } from '../domains/operations/operator/index.ts';
import { systemClock } from '../kit/clock.ts';
import { Failure } from '../kit/failure.ts';
import { createBlobs } from '../platform/blobs/index.ts';
import type { Config } from '../platform/config.ts';
import { type Database, inTransaction } from '../platform/database/index.ts';
import { createLimiter } from '../platform/limiter.ts';
import { createLogger } from '../platform/logger.ts';
import { vaultOf } from './operate-secrets.ts';
import { loadPlugins } from './plugins/index.ts';
import { leftOutOf } from './plugins/left-out.ts';
import { wireStores } from './stores.ts';
import { createUcpIdentity } from './ucp-identity.ts';
import { retailersFile } from './wiring.ts';

/** Opens the stores as the running service would. */
export async function openStores(database: Database, config: Config) {
  const vault = vaultOf(config);
  const brands = await loadRetailers(retailersFile);
  const live = wireStores({
    blobs: await createBlobs(config),
    brands,
    plugins: await loadPlugins(config.plugins),
    config,
    database,
    identity: createUcpIdentity({ db: database.db, vault, publicUrl: config.publicUrl }),
    clock: systemClock,
    logger: createLogger({ level: 'silent' }),
    vault,
    limiter: createLimiter({ db: database.db, clock: systemClock }),
  });
  await live.stores.refresh();
  const simulator = createSimulator({
    world: 'test',
    database,
    clock: systemClock,
    brands,
    publicUrl: config.publicUrl,
    timeScale: 0,
  });
  const served = () => [simulator, ...live.stores.connectors(), ...live.otherConnectors];
  const registry = createRegistry(served, undefined, brands);
  return { ...live, registry };
}

type Stores = Awaited<ReturnType<typeof openStores>>;

async function within<T>(database: Database, config: Config, work: (stores: Stores) => Promise<T>): Promise<T> {
  const stores = await openStores(database, config);
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
}

/** Retailers come from the configured stores, not from a list. */
export const withRegistry = <T>(database: Database, config: Config, work: (registry: Registry) => Promise<T>) =>
  within(database, config, ({ registry }) => work(registry));

export async function listStoresText(database: Database, _options: unknown, config: Config): Promise<string> {
  const { db } = database;
  const [rows, health] = await Promise.all([listStores(db), listHealth(db)]);
  const vault = vaultOf(config);
  const line = async (row: (typeof rows)[number]) => {
    const isLeftOut = leftOutOf(config.plugins).some((name) => name === row.kind);
    const isUnreadable = (await tryOpenCredentials(vault, row)) === 'unreadable';
    const trouble = isLeftOut ? 'plugin not loaded' : isUnreadable ? 'credentials unreadable' : null;
    const status = statusOf(row.is_enabled, health.get(row.name), trouble);
    return `${row.name}  ${row.world}  ${row.kind}  ${row.config.mode}  ${status}  ${row.config.url ?? ''}`;
  };
  if (rows.length > 0) return (await Promise.all(rows.map(line))).join('\n');
  const kinds = await within(database, config, async (stores) => stores.kinds.map(({ kind }) => kind));
  return `No stores are configured. Kinds: ${kinds.join(', ')}`;
}

export const applyStoresFile = (database: Database, config: Config, path: string): Promise<string> =>
  within(database, config, async ({ apply, registry }) => {
    const { added, changed, switchedOff, leftOut } = await apply(registry, path);
    const words = (label: string, names: string[]) => (names.length > 0 ? [`${label} ${names.join(', ')}.`] : []);
    const said = [
      ...words('Added', added),
      ...words('Changed', changed),
      ...words('Turned off', switchedOff),
      ...words('Skipped, because PLUGINS does not include their kind:', leftOut),
    ];
    return said.join(' ') || 'Nothing to do.';
  });

/** Adds one store, in the format of a stores file. */
export async function addStoreText(database: Database, config: Config, path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Failure('bad_request', 400, `${path} cannot be read. Pass a JSON file with one store.`);
  });
  return within(database, config, async ({ hooks, registry, outgoing }) => {
    const store = await readStoreFile(outgoing, path, text, process.env);
    const row = await inTransaction(database.db, (tx) => addStore({ ...hooks(registry), tx }, commandLine, store));
    return `Added ${row.name}.`;
  });
}

export const removeStoreText = (database: Database, config: Config, name: string): Promise<string> =>
  within(database, config, async ({ hooks, registry }) => {
    await inTransaction(database.db, (tx) => removeStore({ ...hooks(registry), tx }, commandLine, name));
    return 'Removed.';
  });

/** Describes the store at a URL, as the console does. */
export const probeStoreText = (database: Database, config: Config, address: string): Promise<string> =>
  within(database, config, async ({ kinds, outgoing }) => {
    const url = URL.parse(address);
    if (!url) throw new Failure('bad_request', 400, `${address} is not a valid URL.`);
    const check = await outgoing.checkUrl(url.href);
    if (!check.ok) throw new Failure('url_unreachable', 400, check.reason);
    const limiter = createLimiter({ db: database.db, clock: systemClock });
    const client = createStoreClient({ outgoing, limiter, clock: systemClock }, `probe ${url.host}`, limitsDefault);
    const logger = createLogger({ level: 'silent' });
    const found = await describeAddress({ kinds, client, logger }, url);
    const { kind, reachable, name, currency, abilities, missing } = found;
    if (kind === null) process.exitCode = 1;
    const title = kind ?? (reachable ? 'unknown kind' : 'unreachable');
    const facts = kind === null ? [] : [`Name: ${name}. Currency: ${currency}. Abilities: ${abilities.join(', ')}.`];
    return [`${found.url}: ${title}`, ...facts, ...missing.map((what) => `missing: ${what}`)].join('\n');
  });

/** Checks a store step by step. The exit code says whether a step failed. */
export const checkStoreText = (database: Database, config: Config, name: string): Promise<string> =>
  within(database, config, async ({ stores, leaseServiceAccount }) => {
    const row = await findStore(database.db, name);
    if (!row) throw new Failure('not_found', 404, `Store "${name}" not found. To list all stores, run stores list.`);
    const steps = await walkStore({ clock: systemClock, stores, leaseServiceAccount }, row, {});
    if (steps.some(({ status }) => status === 'failed')) process.exitCode = 1;
    const lines = steps.map((step) => `${step.step}: ${step.status} (${step.durationMs} ms). ${step.message}`);
    return [...lines, ...stores.warningsOf(name).map((warning) => `warning: ${warning}`)].join('\n');
  });
