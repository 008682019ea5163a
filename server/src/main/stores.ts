import { storeKinds } from '../connectors/kinds.ts';
import type { Registry } from '../connectors/registry.ts';
import type { StoreIdentity, StoreKind } from '../connectors/store.ts';
import { keepOwnAccount, lendAccount } from '../domains/managed-accounts/index.ts';
import { commandLine, recordAction } from '../domains/operator/index.ts';
import { applyStores, createLiveStores, readStoresFile, type SaveNeeds } from '../domains/stores/index.ts';
import type { Clock } from '../kit/clock.ts';
import type { Config } from '../platform/config.ts';
import { type Database, inTransaction } from '../platform/database/index.ts';
import type { Limiter } from '../platform/limiter.ts';
import type { Logger } from '../platform/logger.ts';
import { createOutgoing } from '../platform/outgoing/index.ts';
import type { Vault } from '../platform/secrets/index.ts';

interface Needs {
  config: Pick<Config, 'storesAllowPrivate' | 'storesFile'>;
  database: Database;
  clock: Clock;
  logger: Logger;
  vault: Vault;
  limiter: Pick<Limiter, 'take'>;
  kinds?: readonly StoreKind[];
  identity?: StoreIdentity;
}

/** Everything about live stores, for the service and for the command line. */
export function wireStores(needs: Needs) {
  const { config, database, clock, logger, vault, limiter, kinds = storeKinds } = needs;
  const outgoing = createOutgoing({ allowPrivate: config.storesAllowPrivate });
  const stores = createLiveStores({
    database,
    clock,
    logger,
    vault,
    limiter,
    outgoing,
    kinds,
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
    kinds,
    outgoing,
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
