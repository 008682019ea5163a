import { dayMs, utcDay } from '../../../../kit/clock.ts';
import { oneOf } from '../../../../kit/fields.ts';
import { recordOf } from '../../../../kit/known-keys.ts';
import type { World } from '../../../../kit/world.ts';

export const endpoints = [
  'products.search',
  'products.details',
  'products.offers',
  'search',
  'orders.create',
  'orders.bulk',
  'returns.create',
] as const;
export type Endpoint = (typeof endpoints)[number];

export interface UsageCall {
  accountId: string;
  world: World;
  endpoint: Endpoint;
  query?: string;
  retailer?: string;
  productId?: string;
  resultCount?: number;
}

export interface TimedCall extends UsageCall {
  at: Date;
}

export const windowDaysMax = 90;
export const recentMax = 200;

/** The days of a window (UTC), oldest first; the last one is today. */
export function daysOf(now: Date, windowDays: number): string[] {
  return Array.from({ length: windowDays }, (_, index) => daysBefore(now, windowDays - 1 - index));
}

/** The day this many days before `now`. */
export function daysBefore(now: Date, days: number): string {
  return utcDay(new Date(now.getTime() - days * dayMs));
}

export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00.000Z`);

export interface DayCount {
  endpoint: string;
  day: string;
  total: number;
}

export interface Metric {
  total: number;
  /** The same number of days before that. */
  prev_total: number;
  series: number[];
}

/** Includes endpoints without calls, so that clients can draw them. */
export function measure(counts: readonly DayCount[], days: readonly string[]): Record<Endpoint, Metric> {
  const indexByDay = new Map(days.map((day, index) => [day, index]));
  const metrics = recordOf(endpoints, (): Metric => ({ total: 0, prev_total: 0, series: days.map(() => 0) }));
  for (const { endpoint, day, total } of counts) {
    const known = oneOf(endpoints, endpoint);
    if (known === undefined) continue;
    const metric = metrics[known];
    const index = indexByDay.get(day);
    if (index === undefined) {
      metric.prev_total += total;
    } else {
      metric.total += total;
      metric.series[index] = total;
    }
  }
  return metrics;
}

/** Keeps only an account's newest calls, which a report can show. In order. */
export function newestPerAccount(calls: readonly TimedCall[]): TimedCall[] {
  const keptByAccount = new Map<string, number>();
  const newestFirst = calls.toReversed().filter(({ accountId, world }) => {
    const account = `${accountId} ${world}`;
    const kept = keptByAccount.get(account) ?? 0;
    keptByAccount.set(account, kept + 1);
    return kept < recentMax;
  });
  return newestFirst.reverse();
}
