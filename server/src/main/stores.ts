import { join } from 'node:path';
import type { Brand } from '../connectors/brands.ts';
import { browserKind, createChromium, ownRecipes } from '../connectors/browser/index.ts';
import type { Connector } from '../connectors/contract.ts';
import { createDeskKind, type DeskScope } from '../connectors/desk/index.ts';
import { storeKinds } from '../connectors/kinds.ts';
import type { Registry } from '../connectors/registry.ts';
import type { StoreIdentity, StoreKind } from '../connectors/store.ts';
import { keepOwnAccount, lendAccount } from '../domains/catalog/retailer-accounts/index.ts';
import type { Retailer } from '../domains/catalog/stores/index.ts';
import {
  applyStores,
  createLiveStores,
  keepFilm,
  type LiveStores,
  liveViews,
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
import { createDial, createOutgoing } from '../platform/outgoing/index.ts';
import type { Vault } from '../platform/secrets/index.ts';

interface Needs {
  config: Pick<
    Config,
    | 'storesAllowPrivate'
    | 'storesFile'
    | 'browserAtOnce'
    | 'browserMemoryMb'
    | 'browserFilmsMs'
    | 'chromiumPath'
    | 'dataDir'
    | 'publicUrl'
  >;
  database: Database;
  clock: Clock;
  logger: Logger;
  vault: Vault;
  limiter: Pick<Limiter, 'take'>;
  brands: readonly Brand[];
  /** Where the pictures of visits are kept. */
  blobs: Blobs;
  /** Told when a store begins to be left alone. */
  onDown?(store: string, failure: string): Promise<void>;
  /** All that this version knows, unless told. */
  kinds?: readonly StoreKind[];
  identity?: StoreIdentity;
}

/** Everything about live stores, for the service and for the command line. */
export function wireStores(needs: Needs) {
  const { config, database, clock, logger, vault, limiter, brands } = needs;
  const { chromium, kind: pages } = pagesKind(needs);
  const outgoing = createOutgoing({ allowPrivate: config.storesAllowPrivate });
  const desk = createDeskKind({ brands, outgoing, allowPrivate: config.storesAllowPrivate });
  const kinds = [...(needs.kinds ?? [...storeKinds, pages]), desk];
  const stores = createLiveStores({
    database,
    clock,
    logger,
    vault,
    limiter,
    outgoing,
    kinds,
    ...(needs.onDown ? { onDown: needs.onDown } : {}),
    ...(needs.identity ? { identity: needs.identity } : {}),
  });

  const hooks = (registry: Pick<Registry, 'forRetailer'>): Omit<SaveNeeds, 'tx'> => ({
    clock,
    vault,
    kinds,
    registry,
    keepOwnAccount: (tx, store, id, logIn) => keepOwnAccount({ tx, clock, vault }, store, id, logIn),
    record: (tx, { store, ...change }) =>
      recordAction({ tx, clock }, { ...change, subject: { type: 'store', id: store } }),
  });

  return {
    stores,
    isBoughtByPeople: (retailer: string, scope: DeskScope) => isBoughtByPeople(stores, retailer, scope),
    retailersOf: (world: World) => retailersOf(stores, world),
    kinds,
    outgoing,
    /** Hangs up, and ends the browser. */
    close: async () => {
      await Promise.all([outgoing.close(), chromium.close()]);
    },
    hooks,
    lendOwnAccount: <T>(id: string, work: Parameters<typeof lendAccount<T>>[2]): Promise<T | null> =>
      lendAccount({ database, clock, logger, vault }, id, work),
    /** Makes the stores what a file says; as the command line does, for the audit log. */
    async apply(registry: Pick<Registry, 'forRetailer'>, path: string) {
      const bodies = await readStoresFile(outgoing, path, process.env);
      const applied = await inTransaction(database.db, (tx) =>
        applyStores({ ...hooks(registry), tx }, commandLine, bodies),
      );
      await stores.refresh();
      return applied;
    },
  };
}

/** Whether the desk buys from this retailer, by its settings or by a store of its kind. */
function isBoughtByPeople(stores: LiveStores, retailer: string, scope: DeskScope): boolean {
  if (scope.isEverywhere || scope.retailers.has(retailer)) return true;
  const url = stores.configOf(retailer)?.url ?? null;
  const names = url === null ? [retailer] : [retailer, new URL(url).hostname];
  const serves = (connector: Connector): boolean =>
    names.some((name) => connector.retailers.includes(name) || connector.servesDomain(name));
  return stores.connectors().some((connector) => connector.name === 'desk' && serves(connector));
}

/** The stores of a world as `GET /retailers` lists them. Nothing is known of what they ship for free. */
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

/** The stores that have their UCP profile at this address. */
export function ucpStoresAt(stores: LiveStores, profileUrl: string) {
  return stores.listed().flatMap(({ name, world, url }) => {
    const connector = stores.connectorOf(name);
    const origins = [url, stores.configOf(name)?.apiUrl ?? null];
    const isThere = origins.some((origin) => origin !== null && `${origin}/.well-known/ucp` === profileUrl);
    return connector?.vouchesFor && isThere ? [{ name, world, connector }] : [];
  });
}

/** The kind of store that a browser walks. Nothing is started before such a store is visited. */
function pagesKind({ config, database, blobs, clock, logger }: Needs) {
  const chromium = createChromium({
    path: config.chromiumPath,
    atOnce: config.browserAtOnce,
    memoryMb: config.browserMemoryMb,
    onTooMuch: (megabytes) =>
      logger.error({ megabytes, most: config.browserMemoryMb }, 'the browser took too much memory and was ended'),
  });
  const kind = browserKind({
    chromium,
    dial: createDial({ allowPrivate: config.storesAllowPrivate }),
    folders: [join(config.dataDir, 'recipes'), ownRecipes],
    views: liveViews({ database, clock, publicUrl: config.publicUrl }),
    keepFilm: (film) => keepFilm({ database, blobs, clock, keepMs: config.browserFilmsMs }, film),
  });
  return { chromium, kind };
}
