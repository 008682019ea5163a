import { keysOf } from '../../../kit/known-keys.ts';

export type ChartUnit = 'count' | 'seconds' | 'milliseconds' | 'bytes' | 'share';
export type AlertUnit = 'count' | 'minutes' | 'seconds' | 'bytes' | 'cents' | 'flag';

interface Reading {
  label: string;
  /** The chart's title, if not the label. */
  chartTitle?: string;
  /** Charted over time, in this unit. */
  chart?: ChartUnit;
  /** Rules can watch it, with thresholds in this unit. A flag is 1 while its label is true. */
  alert?: AlertUnit;
}

/** Every reading: its name, and whether charts and alert rules can use it. */
const table = {
  'doubts.oldest_minutes': { label: 'Age of the oldest order that needs review', alert: 'minutes' },
  'doubts.waiting': { label: 'Orders that need review', chart: 'count', alert: 'count' },
  'queue.dead': { label: 'Failed jobs', chart: 'count', alert: 'count' },
  'queue.ready': { label: 'Due jobs', chart: 'count', alert: 'count' },
  'queue.running': { label: 'Running jobs', chart: 'count' },
  'queue.oldest_seconds': { label: 'Age of the oldest due job', chart: 'seconds', alert: 'seconds' },
  'workers.processes': { label: 'Live processes', chart: 'count', alert: 'count' },
  'refunds.overdue': {
    label: 'Approved returns that were not refunded within 30 days, or whose refund could not be read',
    alert: 'count',
  },
  'backups.missed': { label: 'Consecutive missed backups', alert: 'count' },
  'backups.unrestorable': { label: 'The last test restore failed', alert: 'flag' },
  'stores.down': { label: 'Stores that are down', alert: 'count' },
  'mail.refusing': {
    label: 'The mail server is rejecting email',
    chartTitle: 'Email rejected by the mail server',
    chart: 'share',
    alert: 'flag',
  },
  'disk.free_bytes': { label: 'Free disk space', chart: 'bytes', alert: 'bytes' },
  'database.bytes': { label: 'Database size', chart: 'bytes', alert: 'bytes' },
  'database.connections': { label: 'Database connections', chart: 'count', alert: 'count' },
  'database.answer_ms': { label: 'Database response time', chart: 'milliseconds' },
  'ledger.problems': { label: 'Unbalanced wallets', alert: 'count' },
  'wallets.available_cents': { label: 'Total available across live wallets', alert: 'cents' },
} as const satisfies Record<string, Reading>;

export type ReadingName = keyof typeof table;

const readings: Record<ReadingName, Reading> = table;
const names = keysOf(table);

/** Charted readings, with their unit. */
export const series = names.flatMap((name) => {
  const { label, chartTitle = label, chart } = readings[name];
  return chart ? [{ name, label: chartTitle, unit: chart }] : [];
});

/** Readings that alert rules can watch, with their unit. */
export const watchable = names.flatMap((name) => {
  const { label, alert } = readings[name];
  return alert ? [{ name, label, unit: alert }] : [];
});

const units: Record<AlertUnit, (value: number) => string> = {
  count: (value) => String(Math.round(value)),
  minutes: (value) => `${Math.round(value)} min`,
  seconds: (value) => `${Math.round(value)} s`,
  bytes: (value) => `${(value / 1024 ** 3).toFixed(2)} GiB`,
  cents: (value) => `$${(value / 100).toFixed(2)}`,
  flag: (value) => (value > 0 ? 'yes' : 'no'),
};

/** Null if the rule's reading no longer exists. */
export function watched(name: string) {
  const found = watchable.find((reading) => reading.name === name);
  return found ? { ...found, format: units[found.unit] } : null;
}
