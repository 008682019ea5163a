import type { CompareOrdersOutput } from '../../../../sdk/src/index.ts';
import { formatMoney, formatNumber } from '../../lib/format.ts';

type Period = CompareOrdersOutput['total']['current'];
export type Compared = Pick<CompareOrdersOutput['groups'][number], 'current' | 'previous'>;

interface Figure {
  name: string;
  of(period: Period): number | null;
  format(value: number): string;
  /** More is worse. */
  isWorse?: boolean;
}

/** "45 s", "12 min", "3.5 h", "2.1 days". */
export function formatDuration(seconds: number): string {
  const steps: [unit: string, length: number][] = [
    ['days', 86_400],
    ['h', 3600],
    ['min', 60],
  ];
  const [unit, length] = steps.find(([, each]) => seconds >= 2 * each) ?? ['s', 1];
  const value = seconds / length;
  return `${formatNumber(Math.round(value * 10) / 10)} ${unit}`;
}

const formatShare = (share: number): string => `${formatNumber(Math.round(share * 1000) / 10)}%`;

export const figures: readonly Figure[] = [
  { name: 'Spend', of: (period) => period.spent_cents, format: (cents) => formatMoney(cents) },
  { name: 'Orders', of: (period) => period.orders, format: formatNumber },
  { name: 'Failure rate', of: (period) => period.failure_rate, format: formatShare, isWorse: true },
  { name: 'Time to place', of: (period) => period.place_seconds, format: formatDuration, isWorse: true },
  { name: 'Time to deliver', of: (period) => period.deliver_seconds, format: formatDuration, isWorse: true },
];

export interface Change {
  text: string;
  tone: 'good' | 'bad' | 'quiet';
}

/** Change from the previous period; null if there is nothing to compare with. */
export function changeOf({ of, isWorse }: Figure, { current, previous }: Compared): Change | null {
  const [now, before] = [of(current), of(previous)];
  if (now === null || before === null || before === 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return { text: 'no change', tone: 'quiet' };
  const tone = isWorse === undefined ? 'quiet' : percent > 0 ? 'bad' : 'good';
  return { text: `${percent > 0 ? '+' : '−'}${formatNumber(Math.abs(percent))}%`, tone };
}

/** A CSV cell that a spreadsheet never runs as a formula. */
const csvCell = (value: string | number | null): string => {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Both periods side by side. Durations are in seconds, amounts in cents. */
export function compareCsv(rows: readonly (Compared & { label: string })[]): string {
  const head = ['name', ...figures.flatMap(({ name }) => [name, `${name}, previous`])];
  const lines = rows.map((row) => [row.label, ...figures.flatMap(({ of }) => [of(row.current), of(row.previous)])]);
  return `${[head, ...lines].map((line) => line.map(csvCell).join(',')).join('\r\n')}\r\n`;
}
