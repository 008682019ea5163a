import { dayMs, hourMs, minuteMs, secondMs } from '../../../kit/clock.ts';

const units: Readonly<Record<string, number>> = { s: secondMs, m: minuteMs, h: hourMs, d: dayMs };

export function durationMs(text: string): number {
  const [, amount = '0', unit = 's'] = /^(\d+)([smhd])$/.exec(text) ?? [];
  return Number(amount) * (units[unit] ?? secondMs);
}

// ---- the breaker ----

/**
 * Pauses a store after consecutive failures, longer each time. After a pause, one failure pauses it again, and one
 * success resets.
 */
export const breaker = { failuresMost: 5, closedMsFirst: 15 * secondMs, closedMsMost: 10 * minuteMs };

export const storeStatuses = ['off', 'up', 'degraded', 'down', 'needs_credentials', 'unknown'] as const;
export type StoreStatus = (typeof storeStatuses)[number];

/** Message for unreadable credentials. */
export const needsCredentials = "This store's credentials cannot be read. An operator must enter them again.";

export interface StoreHealth {
  failures: number;
  closedUntil: Date | null;
  lastOkAt: Date | null;
  lastFailureAt: Date | null;
  lastFailure: string | null;
  /** The 90th percentile of search times. 0: not responding, null: unknown. */
  searchMs: number | null;
}

export const healthUnknown: StoreHealth = {
  failures: 0,
  closedUntil: null,
  lastOkAt: null,
  lastFailureAt: null,
  lastFailure: null,
  searchMs: null,
};

/** Why a store is unusable regardless of health. */
export type StoreTrouble = 'credentials unreadable' | 'plugin not loaded' | null;

export function statusOf(
  isEnabled: boolean,
  health: StoreHealth = healthUnknown,
  trouble: StoreTrouble = null,
): StoreStatus {
  if (!isEnabled) return 'off';
  if (trouble === 'plugin not loaded') return 'down';
  if (trouble === 'credentials unreadable') return 'needs_credentials';
  if (health.failures >= breaker.failuresMost) return 'down';
  if (health.failures > 0) return 'degraded';
  return health.lastOkAt ? 'up' : 'unknown';
}

/** Whether the shared search time is outdated. */
export function isNewSearchMs(before: number | null, usualMs: number): boolean {
  if (before === null || (before === 0) !== (usualMs === 0)) return true;
  return Math.abs(usualMs - before) > Math.max(0.25 * before, 0.1 * secondMs);
}
