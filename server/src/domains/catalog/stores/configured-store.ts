import type { Address } from '../../../connectors/contract.ts';
import type { Store, StoreKindName, StoreMode } from '../../../connectors/store.ts';
import type { World } from '../../../kit/world.ts';
import { durationMs } from './model.ts';

export const accountPolicies = ['own', 'guest', 'client'] as const;
export type AccountPolicy = (typeof accountPolicies)[number];

export interface StoreLimits {
  /** Calls per minute, all processes together. */
  perMinute: number;
  /** Concurrent searches and checkouts, all processes together. */
  atOnce: number;
  /** Response timeout. */
  timeoutSeconds: number;
}

/** A store's configuration without secrets. */
export interface StoreConfig {
  /** The brand that it belongs to. Null or absent: its own name. */
  brand?: string | null;
  /** Lowest first among stores of a brand. Null or absent: by kind. */
  priority?: number | null;
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

/** The service's login and tokens at a store. */
export type StoreCredentials = Record<string, string>;

export const limitsDefault: StoreLimits = { perMinute: 120, atOnce: 4, timeoutSeconds: 20 };
export const trackEveryDefault = '30m';

/** The store's hosts, with ports. */
export function hostsOf({ url, also }: Pick<StoreConfig, 'url' | 'also'>): string[] {
  const hosts = [url, ...also].flatMap((origin) => (origin === null ? [] : [new URL(origin).host]));
  return [...new Set(hosts)];
}

/** The retailer name in orders. */
export const retailerNameOf = ({ name, config }: Pick<ConfiguredStore, 'name' | 'config'>): string =>
  config.brand ?? name;

/** Default order: API, then pages, then people. */
export function priorityOf({ kind, config }: Pick<ConfiguredStore, 'kind' | 'config'>): number {
  const byKind = kind === 'desk' ? 30 : kind === 'browser' ? 20 : 10;
  return config.priority ?? byKind;
}

/** The connector's view of a store. */
export function storeOf<W extends World>(configured: ConfiguredStore, world: W): Store<W> {
  const { kind, config } = configured;
  const name = retailerNameOf(configured);
  const {
    limits: _limits,
    accounts: _accounts,
    consent: _consent,
    brand: _brand,
    priority: _priority,
    trackEvery,
    ...rest
  } = config;
  return { name, kind, world, ...rest, apiUrl: rest.apiUrl ?? rest.url, trackEveryMs: durationMs(trackEvery) };
}
