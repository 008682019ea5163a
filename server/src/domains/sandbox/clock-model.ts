import { dayMs, plusMs, secondMs } from '../../kit/clock.ts';

export const clocksMax = 20;

export const advanceDaysMax = 400;
const farthestMs = advanceDaysMax * dayMs;

/** How far from real time a clock may be set when it is created. */
export const isNearEnough = (frozenAt: Date, now: Date): boolean =>
  Math.abs(frozenAt.getTime() - now.getTime()) <= farthestMs;

export const isAdvanceTooFar = (from: Date, to: Date): boolean => to > plusMs(from, farthestMs);

const exactStops = 1000;
const stopsMax = 3000;

/**
 * An advance stops wherever something is due, and takes what is due within this time after it along. After many stops the rest of the way
 * is taken in longer strides, so that an advance over months with something that looks every minute comes to an end.
 */
export function strideMs({ stops, now_at: now, advance_to: to }: { stops: number; now_at: Date; advance_to: Date }) {
  if (stops < exactStops) return secondMs;
  return Math.max(secondMs, (to.getTime() - now.getTime()) / Math.max(1, stopsMax - stops));
}
