import type { Brand } from '../../connectors/brands.ts';
import type { Connector } from '../../connectors/contract.ts';
import type { StoreIdentity, StoreKind } from '../../connectors/store.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Blobs } from '../../platform/blobs/index.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Outgoing } from '../../platform/outgoing/index.ts';

/** The part of a plug-in that is created first: everything else needs the stores. */
export interface StorePlugin {
  stores?(needs: PluginStoreNeeds): PluginStores;
}

export interface PluginStoreNeeds {
  config: Config;
  database: Database;
  clock: Clock;
  logger: Logger;
  blobs: Blobs;
  brands: readonly Brand[];
  outgoing: Outgoing;
  identity?: StoreIdentity;
}

export interface PluginStores {
  kinds: readonly StoreKind[];
  /** Live stores without configuration. They are tried last. */
  connectors?: readonly Connector<'live'>[];
  close?(): Promise<void>;
}
