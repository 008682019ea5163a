import type { Address } from '../../connectors/contract.ts';
import type { Store, StoreKindName, StoreMode } from '../../connectors/store.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../../kit/clock.ts';
import type { World } from '../../kit/world.ts';

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

const units: Readonly<Record<string, number>> = { s: secondMs, m: minuteMs, h: hourMs, d: dayMs };

export function durationMs(text: string): number {
  const [, amount = '0', unit = 's'] = /^(\d+)([smhd])$/.exec(text) ?? [];
  return Number(amount) * (units[unit] ?? secondMs);
}

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

// ---- the breaker ----

const failuresMost = 5;
const closedMsFirst = 15 * secondMs;
const closedMsMost = 10 * minuteMs;

/**
 * How long a store is left alone after so many failures in a row: not at all at first, then longer and longer. Each
 * time that is over, one more failure closes it again.
 */
export function closedForMs(failures: number): number {
  if (failures < failuresMost) return 0;
  return Math.min(closedMsFirst * 2 ** (failures - failuresMost), closedMsMost);
}

export type StoreStatus = 'off' | 'up' | 'degraded' | 'down' | 'unknown';

export interface StoreHealth {
  failures: number;
  closedUntil: Date | null;
  lastOkAt: Date | null;
  lastFailureAt: Date | null;
  lastFailure: string | null;
}

export const healthUnknown: StoreHealth = {
  failures: 0,
  closedUntil: null,
  lastOkAt: null,
  lastFailureAt: null,
  lastFailure: null,
};

export function statusOf(isEnabled: boolean, health: StoreHealth): StoreStatus {
  if (!isEnabled) return 'off';
  if (health.failures >= failuresMost) return 'down';
  if (health.failures > 0) return 'degraded';
  return health.lastOkAt ? 'up' : 'unknown';
}
