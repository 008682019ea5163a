import { assertDefined } from '../../../kit/assert-defined.ts';
import { type Clock, dayMs, minuteMs, plusMs, utcDay } from '../../../kit/clock.ts';
import type { Executor } from '../../../platform/database/index.ts';
import {
  bucketsOf,
  type ComponentName,
  componentLabels,
  componentNames,
  dayState,
  type State,
  spans,
} from './model.ts';
import { findFirstSample, listDays, listLatest, type Point } from './sql.ts';
import { type IncidentRow, listIncidents } from './sql-incidents.ts';
import { partSeries, storeSeries } from './take-readings.ts';

export interface StatusNeeds {
  executor: Executor;
  clock: Clock;
  publicStores(): { name: string; status: string }[];
}

export interface ComponentStatus {
  name: string;
  label: string;
  group: 'service' | 'stores';
  /** Null: not measured recently. */
  state: State | null;
  days: { day: string; state: State | 'unknown'; uptime: number | null }[];
  uptime: number | null;
}

export interface Status {
  state: State | 'unknown';
  checkedAt: Date;
  parts: ComponentStatus[];
  incidents: IncidentRow[];
}

/** Samples are taken every minute, so an older one says nothing about now. */
const freshMs = 3 * minuteMs;
const incidentsShown = 50;

/**
 * Workers take the samples, so no recent sample means that no worker runs. Reaching this endpoint proves the API is
 * up.
 */
const statesWithoutWorkers: Record<ComponentName, State | null> = {
  api: 'up',
  placing: 'down',
  tracking: 'down',
  mail: null,
  webhooks: 'down',
};

const stateOfValue = (value: number | undefined): State | null =>
  value === undefined ? null : value >= 1 ? 'up' : value > 0 ? 'degraded' : 'down';

/**
 * The public status: each part now and over 90 days, and the incidents that operators reported. While one is open, the
 * parts that it names are not shown as operational.
 */
export async function readStatus({ executor, clock, publicStores }: StatusNeeds): Promise<Status> {
  const now = clock.now();
  const days = bucketsOf(now, spans.quarter);
  const since = assertDefined(days[0]);
  const named = namesOf(publicStores());
  const names = named.map((part) => part.series);
  const [points, latest, first, incidents] = await Promise.all([
    listDays(executor, names, since),
    listLatest(executor, names, plusMs(now, -freshMs)),
    findFirstSample(executor, partSeries('api')),
    listIncidents(executor, since, incidentsShown),
  ]);
  const unmeasured = first === null ? null : statesWithoutWorkers;
  const open = incidents.filter((incident) => incident.resolved_at === null);
  const affected = new Set(open.flatMap(({ components }) => components));
  const parts = named.map(({ series, component, ...part }) => {
    const own = points.filter((point) => point.name === series);
    const uptimes = days.map((day) => uptimeOf(own, day, { now, first, countsGaps: component === 'api' }));
    const known = uptimes.filter((one) => one !== null);
    const measured = stateOfValue(latest.get(series)) ?? (component && unmeasured ? unmeasured[component] : null);
    return {
      ...part,
      state: measured === 'up' && affected.has(part.name) ? 'degraded' : measured,
      days: days.map((day, index) => {
        const uptime = uptimes[index] ?? null;
        return { day: utcDay(day), state: dayState(uptime), uptime };
      }),
      uptime: known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0) / known.length,
    };
  });
  const worst = worstStateOf(parts);
  return { state: worst === 'up' && open.length > 0 ? 'degraded' : worst, checkedAt: now, parts, incidents };
}

/** The status while the database is down or read-only: nothing works, and past days are the last known ones. */
export function statusWithoutDatabase(
  last: Status | null,
  { clock, publicStores }: Omit<StatusNeeds, 'executor'>,
): Status {
  const now = clock.now();
  const days = bucketsOf(now, spans.quarter).map((day) => ({
    day: utcDay(day),
    state: 'unknown' as const,
    uptime: null,
  }));
  const parts =
    last?.parts ??
    namesOf(publicStores()).map(({ series: _, component: __, ...part }) => ({ ...part, days, uptime: null }));
  return {
    state: 'down',
    checkedAt: now,
    parts: parts.map((part) => ({ ...part, state: part.group === 'service' ? 'down' : null })),
    incidents: last?.incidents ?? [],
  };
}

interface NamedComponent extends Pick<ComponentStatus, 'name' | 'label' | 'group'> {
  series: string;
  component: ComponentName | null;
}

function namesOf(stores: { name: string }[]): NamedComponent[] {
  return [
    ...componentNames.map(
      (name): NamedComponent => ({
        name,
        label: componentLabels[name],
        group: 'service',
        series: partSeries(name),
        component: name,
      }),
    ),
    ...stores.map(
      ({ name }): NamedComponent => ({
        name,
        label: name,
        group: 'stores',
        series: storeSeries(name),
        component: null,
      }),
    ),
  ];
}

function worstStateOf(parts: readonly ComponentStatus[]): Status['state'] {
  const own = parts.filter((part) => part.group === 'service').map((part) => part.state);
  if (own.includes('down')) return 'down';
  if (own.includes('degraded')) return 'degraded';
  return own.includes('up') ? 'up' : 'unknown';
}

/** Minutes without a sample count as downtime of the API only: nothing ran that could measure the other parts. */
function uptimeOf(
  points: readonly Point[],
  day: Date,
  { now, first, countsGaps }: { now: Date; first: Date | null; countsGaps: boolean },
): number | null {
  const point = points.find((one) => one.at.getTime() === day.getTime());
  if (!countsGaps) return point?.average ?? null;
  if (first === null) return null;
  const from = Math.max(day.getTime(), first.getTime());
  const until = Math.min(day.getTime() + dayMs, now.getTime());
  // The first hour counts from its start. The last minutes are not measured yet.
  const expected = Math.floor((until - from) / minuteMs) - (day.getTime() <= first.getTime() ? 60 : 0) - 3;
  if (until <= from) return null;
  if (!point) return expected > 0 ? 0 : null;
  return Math.min(1, (point.average * point.count) / Math.max(point.count, expected));
}
