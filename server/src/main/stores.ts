import type { Brand } from '../connectors/brands.ts';
import { storeKinds } from '../connectors/kinds.ts';
import { createLeftOutKind, withoutDesk } from '../connectors/left-out.ts';
import type { Registry } from '../connectors/registry.ts';
import { type StoreIdentity, type StoreKind, storeKindNames } from '../connectors/store.ts';
import { saveServiceAccount, tryWithAccount } from '../domains/catalog/retailer-accounts/index.ts';
import type { Retailer } from '../domains/catalog/stores/index.ts';
import {
  applyStores,
  createLiveStores,
  type LiveStores,
  readStoresFile,
  type SaveNeeds,
} from '../domains/catalog/stores/index.ts';
import { commandLine, recordAction } from '../domains/operations/operator/index.ts';
import type { Clock } from '../kit/clock.ts';
import type { World } from '../kit/world.ts';
import type { Blobs } from '../platform/blobs/index.ts';
import type { Config } from '../platform/config.ts';
import { type Database, inTransaction } from '../platform/database/index.ts';
import type { Limiter } from '../platform/limiter.ts';
import type { Logger } from '../platform/logger.ts';
import { createOutgoing } from '../platform/outgoing/index.ts';
import type { Vault } from '../platform/secrets/index.ts';
import { leftOutOf } from './plugins/left-out.ts';
import type { StorePlugin } from './plugins/store-plugin.ts';

interface Needs {
  config: Config;
  database: Database;
  clock: Clock;
  logger: Logger;
  vault: Vault;
  limiter: Pick<Limiter, 'take'>;
  brands: readonly Brand[];
  /** Stores screenshots. */
  blobs: Blobs;
  plugins: readonly StorePlugin[];
  /** Called when a store is paused after failures. */
  onDown?(store: string, failure: string): Promise<void>;
  /** Default: all kinds of this version. */
  kinds?: readonly StoreKind[];
  identity?: StoreIdentity;
}

/** Creates everything about live stores, for the service and the command line. */
export function wireStores(needs: Needs) {
  const { config, database, clock, logger, vault, limiter } = needs;
  const outgoing = createOutgoing({ allowPrivate: config.storesAllowPrivate });
  const ofPlugins = needs.plugins.flatMap((plugin) => plugin.stores?.({ ...needs, outgoing }) ?? []);
  const kinds = kindsOf(
    needs,
    ofPlugins.flatMap((stores) => stores.kinds),
  );
  const stores = createLiveStores({
    database,
    clock,
    logger,
    vault,
    limiter,
    outgoing,
    kinds,
    ...(needs.onDown ? { onDown: needs.onDown } : {}),
    // Stores we call over UCP read our profile, which the plug-in serves.
    ...(needs.identity && config.plugins.includes('ucp') ? { identity: needs.identity } : {}),
  });

  const hooks = (registry: Pick<Registry, 'forRetailer' | 'isBrand'>): Omit<SaveNeeds, 'tx'> => ({
    clock,
    vault,
    kinds,
    registry,
    saveServiceAccount: (tx, store, id, logIn) => saveServiceAccount({ tx, clock, vault }, store, id, logIn),
    record: (tx, { store, ...change }) =>
      recordAction({ tx, clock }, { ...change, subject: { type: 'store', id: store } }),
  });

  return {
    stores,
    /** Live stores of plug-ins that need no configuration. */
    otherConnectors: ofPlugins.flatMap(({ connectors = [] }) => connectors),
    retailersOf: (world: World) => retailersOf(stores, world),
    kinds,
    outgoing,
    /** Closes connections to stores, including those of plug-ins. */
    close: async () => {
      await Promise.all([outgoing.close(), ...ofPlugins.map((stores) => stores.close?.())]);
    },
    hooks,
    leaseServiceAccount: <T>(id: string, work: Parameters<typeof tryWithAccount<T>>[2]): Promise<T | null> =>
      tryWithAccount({ database, clock, logger, vault }, id, work),
    /** Applies a stores file. The audit log names the command line. */
    async apply(registry: Pick<Registry, 'forRetailer' | 'isBrand'>, path: string) {
      const bodies = await readStoresFile(outgoing, path, process.env);
      const applied = await inTransaction(database.db, (tx) =>
        applyStores({ ...hooks(registry), tx }, commandLine, bodies),
      );
      if (applied.leftOut.length > 0) {
        logger.warn({ stores: applied.leftOut }, 'stores skipped: PLUGINS does not include their kind');
      }
      await stores.refresh();
      return applied;
    },
  };
}

/** The kinds of the core and of plug-ins, and a placeholder for each kind whose plug-in is left out. */
function kindsOf({ config, kinds: given }: Needs, ofPlugins: readonly StoreKind[]): StoreKind[] {
  const known = given ? [...given, ...ofPlugins.filter(({ kind }) => kind === 'desk')] : [...storeKinds, ...ofPlugins];
  const leftOut = leftOutOf(config.plugins).flatMap((name) => storeKindNames.filter((kind) => kind === name));
  const sold = config.plugins.includes('desk') ? known : known.map(withoutDesk);
  return [...sold, ...leftOut.map(createLeftOutKind)];
}

/** The stores of a mode, as `GET /retailers` lists them. Free shipping is unknown. */
const retailersOf = (stores: LiveStores, world: World): Retailer[] =>
  stores
    .listed()
    .filter((store) => store.world === world)
    .map(({ name, url, countries }) => {
      const { host } = new URL(url);
      return {
        id: name,
        displayName: name,
        baseUrl: host,
        domains: [host],
        countries: countries ?? [],
        freeShipping: false,
        freeShippingThreshold: null,
        productAddress: null,
      };
    });
