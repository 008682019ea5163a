import { dayMs, plusMs } from '../../kit/clock.ts';

export const clocksMax = 20;

export const advanceDaysMax = 400;
const farthestMs = advanceDaysMax * dayMs;

/** How far from real time a clock may be set when it is created. */
export const isNearEnough = (frozenAt: Date, now: Date): boolean =>
  Math.abs(frozenAt.getTime() - now.getTime()) <= farthestMs;

export const isAdvanceTooFar = (from: Date, to: Date): boolean => to > plusMs(from, farthestMs);

const exactStops = 200;
const stopsMax = 400;

/**
 * How far an advance goes beyond the next thing that is due: at first nowhere. After many stops the rest of the way is taken in strides, so
 * that an advance over months with something that looks every minute comes to an end.
 */
export function strideMs({ stops, now_at: now, advance_to: to }: { stops: number; now_at: Date; advance_to: Date }) {
  if (stops < exactStops) return 0;
  return Math.ceil((to.getTime() - now.getTime()) / Math.max(1, stopsMax - stops));
}
