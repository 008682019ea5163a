import { dayMs, plusMs } from '../../kit/clock.ts';

export const clocksMax = 20;

export const advanceDaysMax = 400;
const farthestMs = advanceDaysMax * dayMs;

/** How far from real time a new clock may be. */
export const isNearEnough = (frozenAt: Date, now: Date): boolean =>
  Math.abs(frozenAt.getTime() - now.getTime()) <= farthestMs;

export const isAdvanceTooFar = (from: Date, to: Date): boolean => to > plusMs(from, farthestMs);

const exactStops = 200;
const stopsMax = 400;

/**
 * How far an advance goes beyond the next due time: at first not at all. After many stops it takes strides, so that a long advance
 * with something due every minute ends.
 */
export function strideMs({ stops, now_at: now, advance_to: to }: { stops: number; now_at: Date; advance_to: Date }) {
  if (stops < exactStops) return 0;
  return Math.ceil((to.getTime() - now.getTime()) / Math.max(1, stopsMax - stops));
}
