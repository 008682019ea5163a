import { dayMs, plusMs } from '../../../kit/clock.ts';

/** Days of spending that are shown, including today. */
export const spendDays = 30;
/** Days that count as recent. */
export const concernDays = 7;

const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / dayMs) * dayMs);

/** When the first shown day starts (UTC). */
export const spendSince = (now: Date): Date => plusMs(startOfDay(now), -(spendDays - 1) * dayMs);

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export interface DaySum {
  day: string;
  cents: number;
}

/** Every day of the range, including those without spending. */
export function fillDays(sums: readonly DaySum[], now: Date): DaySum[] {
  const centsByDay = new Map(sums.map(({ day, cents }) => [day, cents]));
  const first = spendSince(now);
  return Array.from({ length: spendDays }, (_, index) => {
    const day = dayOf(plusMs(first, index * dayMs));
    return { day, cents: centsByDay.get(day) ?? 0 };
  });
}
