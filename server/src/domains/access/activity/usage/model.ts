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

/** One call, as its route saw it. */
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

/** The days of a trailing window, oldest first; the last one is today, and all of them are days in UTC. */
export function daysOf(now: Date, windowDays: number): string[] {
  return Array.from({ length: windowDays }, (_, index) => daysBefore(now, windowDays - 1 - index));
}

/** The day that lies this many days before the day of `now`. */
export function daysBefore(now: Date, days: number): string {
  return utcDay(new Date(now.getTime() - days * dayMs));
}

/** The first moment of a day. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00.000Z`);

export interface DayCount {
  endpoint: string;
  day: string;
  total: number;
}

export interface Metric {
  total: number;
  /** The same number of days before the window. */
  prevTotal: number;
  series: number[];
}

/** Every endpoint is present, called or not, so that a client can draw it without asking whether it is there. */
export function measure(counts: readonly DayCount[], days: readonly string[]): Record<Endpoint, Metric> {
  const indexByDay = new Map(days.map((day, index) => [day, index]));
  const metrics = recordOf(endpoints, (): Metric => ({ total: 0, prevTotal: 0, series: days.map(() => 0) }));
  for (const { endpoint, day, total } of counts) {
    const known = oneOf(endpoints, endpoint);
    if (known === undefined) continue;
    const metric = metrics[known];
    const index = indexByDay.get(day);
    if (index === undefined) {
      metric.prevTotal += total;
    } else {
      metric.total += total;
      metric.series[index] = total;
    }
  }
  return metrics;
}

/** Of a crowd of calls only those that a report could still show: an account's newest ones. Order is kept. */
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
