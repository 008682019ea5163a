import type { Address } from '../../../connectors/contract.ts';
import type { Store, StoreKindName, StoreMode } from '../../../connectors/store.ts';
import type { World } from '../../../kit/world.ts';
import { durationMs } from './model.ts';

export const accountPolicies = ['own', 'guest', 'client'] as const;
export type AccountPolicy = (typeof accountPolicies)[number];

export interface StoreLimits {
  /** Calls to the store a minute, by all processes together. */
  perMinute: number;
  /** Visits (a search, a checkout) that run at the same time, in all processes together. */
  atOnce: number;
  /** How long one answer of the store may take. */
  timeoutSeconds: number;
}

/** Everything about a store that is no secret; it is kept as one document. */
export interface StoreConfig {
  url: string | null;
  also: string[];
  apiUrl: string | null;
  currency: string;
  countries: string[] | null;
  payment: unknown;
  mode: StoreMode;
  limits: StoreLimits;
  contact: string | null;
  billTo: Address | null;
  accounts: AccountPolicy;
  trackEvery: string;
  consent: { by: string; on: string } | null;
  settings: Record<string, unknown>;
}

export interface ConfiguredStore {
  name: string;
  world: World;
  kind: StoreKindName;
  config: StoreConfig;
}

/** The service's own log-in and tokens at a store. */
export type StoreCredentials = Record<string, string>;

export const limitsDefault: StoreLimits = { perMinute: 120, atOnce: 4, timeoutSeconds: 20 };
export const trackEveryDefault = '30m';

/** The hosts whose addresses are this store's, with their port where they have one. */
export function hostsOf({ url, also }: Pick<StoreConfig, 'url' | 'also'>): string[] {
  const hosts = [url, ...also].flatMap((origin) => (origin === null ? [] : [new URL(origin).host]));
  return [...new Set(hosts)];
}

/** As the connector sees it. */
export function storeOf<W extends World>({ name, kind, config }: ConfiguredStore, world: W): Store<W> {
  const { limits: _limits, accounts: _accounts, consent: _consent, trackEvery, ...rest } = config;
  return { name, kind, world, ...rest, apiUrl: rest.apiUrl ?? rest.url, trackEveryMs: durationMs(trackEvery) };
}
