import { dayMs, hourMs, minuteMs, plusMs } from '../../../kit/clock.ts';

export const componentNames = ['api', 'placing', 'tracking', 'mail', 'webhooks'] as const;
export type ComponentName = (typeof componentNames)[number];

export const isComponent = (name: string): name is ComponentName => componentNames.some((one) => one === name);

export const componentLabels: Record<ComponentName, string> = {
  api: 'API and dashboard',
  placing: 'Order placement',
  tracking: 'Package tracking',
  mail: 'Email',
  webhooks: 'Webhooks',
};

export type State = 'up' | 'degraded' | 'down';

/** A degraded part counts half. */
export const uptimeShare: Record<State, number> = { up: 1, degraded: 0.5, down: 0 };

const lateMs = minuteMs;
const stuckMs = 15 * minuteMs;

/** Work that is due for a minute is late. After 15 minutes, nobody is doing it. */
export function queueStateOf(oldestReadyMs: number | null): State {
  if (oldestReadyMs === null || oldestReadyMs <= lateMs) return 'up';
  return oldestReadyMs <= stuckMs ? 'degraded' : 'down';
}

/** Histogram of seconds to place an order: upper bounds of the buckets. The last bucket has no bound. */
export const timeEdges = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600, 14_400] as const;

/** A percentile of the histogram; null without orders. */
export function quantileOf(counts: ReadonlyMap<number, number>, share: number): number | null {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const wanted = share * total;
  let before = 0;
  for (let bucket = 0; bucket <= timeEdges.length; bucket += 1) {
    const count = counts.get(bucket) ?? 0;
    if (count > 0 && before + count >= wanted) {
      const low = bucket === 0 ? 0 : (timeEdges[bucket - 1] ?? 0);
      const high = timeEdges[bucket] ?? low;
      return low + ((wanted - before) / count) * (high - low);
    }
    before += count;
  }
  return timeEdges.at(-1) ?? null;
}

/** Time range of the charts, and the width of a bar. */
export const spanNames = ['hours', 'day', 'month', 'quarter'] as const;
export type Span = (typeof spanNames)[number];
export const spans: Record<Span, { lengthMs: number; bucketMs: number }> = {
  hours: { lengthMs: 3 * hourMs, bucketMs: 5 * minuteMs },
  day: { lengthMs: dayMs, bucketMs: 30 * minuteMs },
  month: { lengthMs: 30 * dayMs, bucketMs: dayMs },
  quarter: { lengthMs: 90 * dayMs, bucketMs: dayMs },
};

export const minuteRetentionMs = 2 * dayMs;
export const hourRetentionMs = 92 * dayMs;

export const startOf = (at: Date, bucketMs: number): Date => new Date(Math.floor(at.getTime() / bucketMs) * bucketMs);

/** Progress of the count of outcomes. */
export interface Checkpoint {
  /** Null before the first count. */
  countedTo: Date | null;
  /** Null unless a late outcome needs a recount. */
  recountFrom: Date | null;
}

/** The last minutes are counted again, since their outcomes may not have been visible yet. */
const overlapMs = 3 * minuteMs;
const lateAfterMs = 2 * minuteMs;
/** Older outcomes are not counted anymore. */
const recountMsMax = 7 * dayMs;

/** An outcome is late if its minute may have been counted already. */
export const isLate = (at: Date, now: Date): boolean => now.getTime() - at.getTime() >= lateAfterMs;

/** Where a count may start without earlier counts, and continue with the usual overlap. */
export const hourBefore = (at: Date): Date => plusMs(startOf(at, hourMs), -hourMs);

/** The first minute to count. The clock may have been set back. */
export function countedSince({ countedTo, recountFrom }: Checkpoint, now: Date): Date {
  const next = countedTo && countedTo <= now ? startOf(plusMs(countedTo, -overlapMs), minuteMs) : hourBefore(now);
  const since = recountFrom && recountFrom < next ? recountFrom : next;
  const oldest = hourBefore(plusMs(now, -recountMsMax));
  return since < oldest ? oldest : since;
}

/** Every bucket of a time range, oldest first; the last one is still open. */
export function bucketsOf(now: Date, { lengthMs, bucketMs }: { lengthMs: number; bucketMs: number }): Date[] {
  const last = startOf(now, bucketMs).getTime();
  const count = Math.round(lengthMs / bucketMs);
  return Array.from({ length: count }, (_, index) => new Date(last - (count - 1 - index) * bucketMs));
}

export interface ComponentDay {
  day: string;
  /** Null: not measured. */
  uptime: number | null;
}

/** `up` tolerates about a minute of downtime a day. */
export function dayState(uptime: number | null): State | 'unknown' {
  if (uptime === null) return 'unknown';
  if (uptime >= 0.999) return 'up';
  return uptime >= 0.95 ? 'degraded' : 'down';
}
