import { dayMs, hourMs, minuteMs, secondMs } from '../../../kit/clock.ts';

const units: Readonly<Record<string, number>> = { s: secondMs, m: minuteMs, h: hourMs, d: dayMs };

export function durationMs(text: string): number {
  const [, amount = '0', unit = 's'] = /^(\d+)([smhd])$/.exec(text) ?? [];
  return Number(amount) * (units[unit] ?? secondMs);
}

// ---- the breaker ----

/**
 * After so many failures in a row a store is left alone, longer and longer. Each time that is over, one more failure
 * closes it again, and one success forgives everything.
 */
export const breaker = { failuresMost: 5, closedMsFirst: 15 * secondMs, closedMsMost: 10 * minuteMs };

export const storeStatuses = ['off', 'up', 'degraded', 'down', 'needs_credentials', 'unknown'] as const;
export type StoreStatus = (typeof storeStatuses)[number];

/** What orders and callers are told of a store whose credentials cannot be read. */
export const needsCredentials = "This store's credentials cannot be read. An operator must enter them again.";

export interface StoreHealth {
  failures: number;
  closedUntil: Date | null;
  lastOkAt: Date | null;
  lastFailureAt: Date | null;
  lastFailure: string | null;
  /** How long nine of ten searches take; 0 while it does not answer them, null: nothing is known. */
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

/** What keeps a store from being used at all, whatever its health. */
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

/** Whether what other processes know about its searches would lead them astray. */
export function isNewSearchMs(before: number | null, usualMs: number): boolean {
  if (before === null || (before === 0) !== (usualMs === 0)) return true;
  return Math.abs(usualMs - before) > Math.max(0.25 * before, 0.1 * secondMs);
}
