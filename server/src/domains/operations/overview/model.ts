import { dayMs, plusMs } from '../../../kit/clock.ts';

/** How many days the spending shows, today among them. */
export const spendDays = 30;
/** How many days back something counts as recent enough to be looked at. */
export const concernDays = 7;

const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / dayMs) * dayMs);

/** The first moment (UTC) of the days that the spending shows. */
export const spendSince = (now: Date): Date => plusMs(startOfDay(now), -(spendDays - 1) * dayMs);

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export interface DaySum {
  day: string;
  cents: number;
}

/** Every day of the window in its order, also those on which nothing was spent. */
export function fillDays(sums: readonly DaySum[], now: Date): DaySum[] {
  const centsByDay = new Map(sums.map(({ day, cents }) => [day, cents]));
  const first = spendSince(now);
  return Array.from({ length: spendDays }, (_, index) => {
    const day = dayOf(plusMs(first, index * dayMs));
    return { day, cents: centsByDay.get(day) ?? 0 };
  });
}
