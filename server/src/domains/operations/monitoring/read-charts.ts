import { assertDefined } from '../../../kit/assert-defined.ts';
import { type Clock, dayMs, hourMs, plusMs, utcDay } from '../../../kit/clock.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { bucketsOf, quantileOf, type Span, spans, startOf } from './model.ts';
import { series } from './readings.ts';
import { listDays, listMinutes, type Point } from './sql.ts';
import { listOutcomes, type OutcomeRow } from './sql-outcomes.ts';

interface Needs {
  executor: Executor;
  clock: Clock;
}

/** Every series over a time range, with one point per bucket that has a measurement. */
export async function readSeries({ executor, clock }: Needs, span: Span) {
  const now = clock.now();
  const { bucketMs } = spans[span];
  const buckets = bucketsOf(now, spans[span]);
  const since = assertDefined(buckets[0]);
  const names = series.map(({ name }) => name);
  const points =
    bucketMs >= dayMs ? await listDays(executor, names, since) : await listMinutes(executor, names, since, bucketMs);
  return { series: series.map((one) => ({ ...one, points: pointsOf(points, one.name, buckets) })) };
}

function pointsOf(points: readonly Point[], name: string, buckets: readonly Date[]) {
  const own = new Map(points.filter((point) => point.name === name).map((point) => [point.at.getTime(), point]));
  return buckets.map((at) => {
    const { low, high, average } = own.get(at.getTime()) ?? { low: null, high: null, average: null };
    return { at: at.toISOString(), low: rounded(low), high: rounded(high), average: rounded(average) };
  });
}

export const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 1000) / 1000;

function sumOf(rows: readonly OutcomeRow[]) {
  const placed = rows.filter((row) => row.outcome === 'placed');
  const times = new Map<number, number>();
  for (const { bucket, orders } of placed) times.set(bucket, (times.get(bucket) ?? 0) + orders);
  const count = (some: readonly OutcomeRow[]) => some.reduce((sum, row) => sum + row.orders, 0);
  const all = count(rows);
  return {
    placed: count(placed),
    failed: all - count(placed),
    doubts: rows.reduce((sum, row) => sum + row.doubts, 0),
    success_rate: all === 0 ? null : rounded(count(placed) / all),
    median_seconds: rounded(quantileOf(times, 0.5)),
    p95_seconds: rounded(quantileOf(times, 0.95)),
  };
}

function refusalSumsOf(rows: readonly OutcomeRow[]) {
  const counts = new Map<string, number>();
  for (const row of rows) {
    if (row.outcome === 'failed') counts.set(row.reason, (counts.get(row.reason) ?? 0) + row.orders);
  }
  return [...counts].map(([error_type, count]) => ({ error_type, count })).sort((a, b) => b.count - a.count);
}

const hoursShown = 48;
const daysShown = 30;

/** Outcomes at one retailer or store: last hours, last days, and reasons for failures. */
export async function readOutcomes({ executor, clock }: Needs, world: World, retailer: string) {
  const now = clock.now();
  const firstHour = plusMs(startOf(now, hourMs), -(hoursShown - 1) * hourMs);
  const firstDay = plusMs(startOf(now, dayMs), -(daysShown - 1) * dayMs);
  const hours = await listOutcomes(executor, world, retailer, { since: firstHour, by: 'hour' });
  const days = await listOutcomes(executor, world, retailer, { since: firstDay, by: 'day' });
  const sumAt = (rows: readonly OutcomeRow[], at: Date) =>
    sumOf(rows.filter((row) => row.at.getTime() === at.getTime()));
  return {
    ...sumOf(days),
    hours: bucketsOf(now, { lengthMs: hoursShown * hourMs, bucketMs: hourMs }).map((at) => ({
      at: at.toISOString(),
      ...sumAt(hours, at),
    })),
    days: bucketsOf(now, { lengthMs: daysShown * dayMs, bucketMs: dayMs }).map((at) => ({
      day: utcDay(at),
      ...sumAt(days, at),
    })),
    refusals: refusalSumsOf(days),
  };
}

/** The last day of every retailer and store of a mode, most failures first. */
export async function compareRetailers({ executor, clock }: Needs, world: World) {
  const since = plusMs(startOf(clock.now(), hourMs), -23 * hourMs);
  const rows = await listOutcomes(executor, world, null, { since, by: 'hour' });
  const names = [...new Set(rows.map((row) => row.retailer))].sort();
  const retailers = names.map((retailer) => {
    const own = rows.filter((row) => row.retailer === retailer);
    return { retailer, ...sumOf(own), refusals: refusalSumsOf(own) };
  });
  return { retailers: retailers.sort((a, b) => b.failed + b.doubts - (a.failed + a.doubts)) };
}
