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

export type Verdict = 'fires' | 'waits' | 'ok' | 'stays';

type Bounds = Pick<RuleRow, 'fires_when' | 'threshold' | 'clears_at' | 'for_seconds' | 'breached_since'>;

export const isBeyond = (rule: Pick<Bounds, 'fires_when' | 'threshold'>, value: number): boolean =>
  rule.fires_when === 'above' ? value > rule.threshold : value < rule.threshold;

/** Between the two thresholds nothing changes, so a reading near the threshold does not flap. */
export function evaluateReading(rule: Bounds, value: number, { now, isOpen }: { now: Date; isOpen: boolean }): Verdict {
  if (isBeyond(rule, value)) {
    if (isOpen) return 'stays';
    const since = rule.breached_since ?? now;
    return now.getTime() - since.getTime() >= rule.for_seconds * 1000 ? 'fires' : 'waits';
  }
  const isClear = rule.fires_when === 'above' ? value <= rule.clears_at : value >= rule.clears_at;
  if (isOpen) return isClear ? 'ok' : 'stays';
  return 'ok';
}

/** With a clearing threshold on the wrong side, the alert would never clear. */
export const areBoundsValid = (rule: Pick<RuleRow, 'fires_when' | 'threshold' | 'clears_at'>): boolean =>
  rule.fires_when === 'above' ? rule.clears_at <= rule.threshold : rule.clears_at >= rule.threshold;
