import { expect, it } from 'vitest';
import { fillDays, spendSince } from './read-overview.ts';

const now = new Date('2026-08-21T23:59:59.000Z');

it('shows 30 days (UTC) including today', () => {
  const days = fillDays([{ day: '2026-08-21', cents: 12 }], now);
  expect(days).toHaveLength(30);
  expect(days[0]).toEqual({ day: '2026-07-23', cents: 0 });
  expect(days.at(-1)).toEqual({ day: '2026-08-21', cents: 12 });
  expect(spendSince(now).toISOString()).toBe('2026-07-23T00:00:00.000Z');
});

it('keeps a day with more refunds than spending', () => {
  expect(fillDays([{ day: '2026-08-20', cents: -500 }], now).at(-2)).toEqual({ day: '2026-08-20', cents: -500 });
});
