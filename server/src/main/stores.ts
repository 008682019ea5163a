import { join } from 'node:path';
import { browserKind, createChromium, createFilmFolder, ownRecipes } from '../connectors/browser/index.ts';
import { storeKinds } from '../connectors/kinds.ts';
import type { Registry } from '../connectors/registry.ts';
import type { StoreKind } from '../connectors/store.ts';
import { keepOwnAccount, lendAccount } from '../domains/managed-accounts/index.ts';
import { commandLine, recordAction } from '../domains/operator/index.ts';
import { applyStores, createLiveStores, readStoresFile, type SaveNeeds } from '../domains/stores/index.ts';
import type { Clock } from '../kit/clock.ts';
import type { Config } from '../platform/config.ts';
import { type Database, inTransaction } from '../platform/database/index.ts';
import type { Limiter } from '../platform/limiter.ts';
import type { Logger } from '../platform/logger.ts';
import { createDial, createOutgoing } from '../platform/outgoing/index.ts';
import type { Vault } from '../platform/secrets/index.ts';

interface Needs {
  config: Pick<
    Config,
    'storesAllowPrivate' | 'storesFile' | 'browserAtOnce' | 'browserFilmsMs' | 'chromiumPath' | 'dataDir'
  >;
  database: Database;
  clock: Clock;
  logger: Logger;
  vault: Vault;
  limiter: Pick<Limiter, 'take'>;
  kinds?: readonly StoreKind[];
}

/** Everything about live stores, for the service and for the command line. */
export function wireStores(needs: Needs) {
  const { config, database, clock, logger, vault, limiter } = needs;
  const { chromium, kind } = pagesKind(needs);
  const { kinds = [...storeKinds, kind] } = needs;
  const outgoing = createOutgoing({ allowPrivate: config.storesAllowPrivate });
  const stores = createLiveStores({ database, clock, logger, vault, limiter, outgoing, kinds });

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
    kinds,
    outgoing,
    /** Hangs up, and ends the browser. */
    close: async () => {
      await Promise.all([outgoing.close(), chromium.close()]);
    },
    hooks,
    lendOwnAccount: lendAccount.bind(null, { database, clock, logger, vault }) as <T>(
      id: string,
      work: Parameters<typeof lendAccount<T>>[2],
    ) => Promise<T | null>,
    /** Makes the stores what a file says; as the command line does, for the audit log. */
    async apply(registry: Pick<Registry, 'forRetailer'>, path: string) {
      const bodies = await readStoresFile(path, process.env);
      const applied = await inTransaction(database.db, (tx) =>
        applyStores({ ...hooks(registry), tx }, commandLine, bodies),
      );
      await stores.refresh();
      return applied;
    },
  };
}

/** The kind of store that a browser walks. Nothing is started before such a store is visited. */
function pagesKind({ config }: Pick<Needs, 'config'>) {
  const chromium = createChromium({ path: config.chromiumPath, atOnce: config.browserAtOnce });
  const kind = browserKind({
    chromium,
    dial: createDial({ allowPrivate: config.storesAllowPrivate }),
    folders: [join(config.dataDir, 'recipes'), ownRecipes],
    keepFilm: createFilmFolder({ folder: join(config.dataDir, 'films'), keepMs: config.browserFilmsMs }),
  });
  return { chromium, kind };
}
