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
  /** The brand that it is one of several ways to buy from; null or absent: its name says what it is. */
  brand?: string | null;
  /** Of several stores of a brand the lowest number goes first; null or absent: by its kind. */
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

/** The service's own log-in and tokens at a store. */
export type StoreCredentials = Record<string, string>;

export const limitsDefault: StoreLimits = { perMinute: 120, atOnce: 4, timeoutSeconds: 20 };
export const trackEveryDefault = '30m';

/** The hosts whose addresses are this store's, with their port where they have one. */
export function hostsOf({ url, also }: Pick<StoreConfig, 'url' | 'also'>): string[] {
  const hosts = [url, ...also].flatMap((origin) => (origin === null ? [] : [new URL(origin).host]));
  return [...new Set(hosts)];
}

/** The retailer that orders name: the store's brand, or its own name. */
export const retailerNameOf = ({ name, config }: Pick<ConfiguredStore, 'name' | 'config'>): string =>
  config.brand ?? name;

/** What a program can buy is not left to people, and an API is surer than pages. */
export function priorityOf({ kind, config }: Pick<ConfiguredStore, 'kind' | 'config'>): number {
  const byKind = kind === 'desk' ? 30 : kind === 'browser' ? 20 : 10;
  return config.priority ?? byKind;
}

/** As the connector sees it. */
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
