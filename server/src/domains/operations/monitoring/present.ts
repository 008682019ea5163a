import { utcDay } from '../../../kit/clock.ts';
import { presentAs } from '../../../platform/http/index.ts';
import { isComponent } from './model.ts';
import type { compareRetailers, OutcomeBucket, Outcomes, readSeries } from './read-charts.ts';
import type { Status } from './read-status.ts';
import { IncidentView } from './schema.ts';
import type { IncidentRow } from './sql-incidents.ts';

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 1000) / 1000);

export const presentSeries = (list: Awaited<ReturnType<typeof readSeries>>) => ({
  series: list.map(({ name, label, unit, points }) => ({
    name,
    label,
    unit,
    points: points.map(({ at, low, high, average }) => ({
      at: at.toISOString(),
      low: rounded(low),
      high: rounded(high),
      average: rounded(average),
    })),
  })),
});

const presentSums = ({ placed, failed, doubts, medianSeconds, slowSeconds }: Omit<OutcomeBucket, 'at'>) => ({
  placed,
  failed,
  doubts,
  success_rate: placed + failed === 0 ? null : rounded(placed / (placed + failed)),
  median_seconds: rounded(medianSeconds),
  p95_seconds: rounded(slowSeconds),
});

const presentRefusals = (refusals: readonly { reason: string; count: number }[]) =>
  refusals.map(({ reason, count }) => ({ error_type: reason, count }));

export const presentOutcomes = ({ hours, days, refusals, total }: Outcomes) => ({
  ...presentSums(total),
  hours: hours.map((bucket) => ({ at: bucket.at.toISOString(), ...presentSums(bucket) })),
  days: days.map((bucket) => ({ day: utcDay(bucket.at), ...presentSums(bucket) })),
  refusals: presentRefusals(refusals),
});

export const presentComparison = (rows: Awaited<ReturnType<typeof compareRetailers>>) => ({
  retailers: rows.map(({ retailer, refusals, ...sums }) => ({
    retailer,
    ...presentSums(sums),
    refusals: presentRefusals(refusals),
  })),
});

export const presentIncident = (row: IncidentRow) =>
  presentAs(IncidentView, {
    ...row,
    components: row.components.filter(isComponent),
    updates: row.updates.map(({ id, state, text, at }) => ({ id, state, text, at: new Date(at).toISOString() })),
  });

export const presentStatus = ({ state, checkedAt, parts, incidents }: Status) => ({
  status: state,
  updated_at: checkedAt.toISOString(),
  components: parts.map((part) => ({
    name: part.name,
    label: part.label,
    group: part.group,
    status: part.state,
    uptime: rounded(part.uptime),
    days: part.days.map((day) => ({ day: day.day, status: day.state, uptime: rounded(day.uptime) })),
  })),
  incidents: incidents.map(presentIncident),
});
