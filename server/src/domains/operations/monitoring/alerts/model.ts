/** What can be watched, in words and with its unit. */
export const readingNames = [
  'doubts.oldest_minutes',
  'doubts.waiting',
  'queue.dead',
  'queue.ready',
  'queue.oldest_seconds',
  'workers.processes',
  'stores.down',
  'mail.refusing',
  'disk.free_bytes',
  'database.bytes',
  'database.connections',
  'ledger.problems',
  'wallets.available_cents',
] as const;
export type ReadingName = (typeof readingNames)[number];
type Unit = 'count' | 'minutes' | 'seconds' | 'bytes' | 'cents';

export const readings: Record<ReadingName, { label: string; unit: Unit }> = {
  'doubts.oldest_minutes': { label: 'Minutes that the oldest order in doubt has waited', unit: 'minutes' },
  'doubts.waiting': { label: 'Orders in doubt', unit: 'count' },
  'queue.dead': { label: 'Jobs given up', unit: 'count' },
  'queue.ready': { label: 'Jobs that are due', unit: 'count' },
  'queue.oldest_seconds': { label: 'Seconds that the oldest job that is due has waited', unit: 'seconds' },
  'workers.processes': { label: 'Processes that beat', unit: 'count' },
  'stores.down': { label: 'Stores that are left alone', unit: 'count' },
  'mail.refusing': { label: 'Mail is refused (1) or not (0)', unit: 'count' },
  'disk.free_bytes': { label: 'Free disk', unit: 'bytes' },
  'database.bytes': { label: 'Size of the database', unit: 'bytes' },
  'database.connections': { label: 'Connections to the database', unit: 'count' },
  'ledger.problems': { label: 'Wallets that do not add up', unit: 'count' },
  'wallets.available_cents': { label: 'Available on live wallets together', unit: 'cents' },
};

export const isReading = (name: string): name is ReadingName => Object.hasOwn(readings, name);

export interface RuleRow {
  id: string;
  title: string;
  reading: string;
  fires_when: 'above' | 'below';
  threshold: number;
  clears_at: number;
  for_seconds: number;
  is_enabled: boolean;
  breached_since: Date | null;
  updated_at: Date;
  updated_by: string | null;
}

export type Verdict = 'fires' | 'waits' | 'is well' | 'stays';

type Bounds = Pick<RuleRow, 'fires_when' | 'threshold' | 'clears_at' | 'for_seconds' | 'breached_since'>;

export const isBeyond = (rule: Pick<Bounds, 'fires_when' | 'threshold'>, value: number): boolean =>
  rule.fires_when === 'above' ? value > rule.threshold : value < rule.threshold;

/** Between the bound and where it clears nothing changes: that is what keeps a reading at the bound quiet. */
export function judge(rule: Bounds, value: number, { now, isOpen }: { now: Date; isOpen: boolean }): Verdict {
  if (isBeyond(rule, value)) {
    if (isOpen) return 'stays';
    const since = rule.breached_since ?? now;
    return now.getTime() - since.getTime() >= rule.for_seconds * 1000 ? 'fires' : 'waits';
  }
  const isClear = rule.fires_when === 'above' ? value <= rule.clears_at : value >= rule.clears_at;
  if (isOpen) return isClear ? 'is well' : 'stays';
  return 'is well';
}

/** A rule that would clear on the wrong side of its bound would never be quiet. */
export const boundsFit = (rule: Pick<RuleRow, 'fires_when' | 'threshold' | 'clears_at'>): boolean =>
  rule.fires_when === 'above' ? rule.clears_at <= rule.threshold : rule.clears_at >= rule.threshold;

const units: Record<Unit, (value: number) => string> = {
  count: (value) => String(Math.round(value)),
  minutes: (value) => `${Math.round(value)} min`,
  seconds: (value) => `${Math.round(value)} s`,
  bytes: (value) => `${(value / 1024 ** 3).toFixed(2)} GiB`,
  cents: (value) => `$${(value / 100).toFixed(2)}`,
};

export const wordsOf = (name: ReadingName, value: number): string => units[readings[name].unit](value);
