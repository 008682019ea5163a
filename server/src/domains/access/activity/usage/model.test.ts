import { describe, expect, it } from 'vitest';
import { daysBefore, daysOf, endpoints, measure, newestPerAccount, recentMax, type TimedCall } from './model.ts';

describe('the days of a window', () => {
  it('end today (UTC) and cross months and leap days', () => {
    const now = new Date('2028-03-01T00:00:00.000Z');
    expect(daysOf(now, 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
    expect(daysOf(new Date('2028-03-01T23:59:59.999Z'), 1)).toEqual(['2028-03-01']);
    expect(daysOf(now, 90)).toHaveLength(90);
    expect(daysBefore(now, 1)).toBe('2028-02-29');
  });
});

describe('usage', () => {
  const days = ['2026-08-20', '2026-08-21'];

  it('includes endpoints without calls', () => {
    const metrics = measure([], days);
    expect(Object.keys(metrics)).toEqual([...endpoints]);
    for (const metric of Object.values(metrics)) expect(metric).toEqual({ total: 0, prev_total: 0, series: [0, 0] });
  });

  it('sums by day, and earlier calls in the previous total', () => {
    const metrics = measure(
      [
        { endpoint: 'search', day: '2026-08-21', total: 5 },
        { endpoint: 'search', day: '2026-08-20', total: 2 },
        { endpoint: 'search', day: '2026-08-19', total: 3 },
        { endpoint: 'search', day: '2026-08-18', total: 4 },
        { endpoint: 'orders.create', day: '2026-08-20', total: 1 },
        { endpoint: 'constructor', day: '2026-08-20', total: 1 },
      ],
      days,
    );
    expect(metrics.search).toEqual({ total: 7, prev_total: 7, series: [2, 5] });
    expect(metrics['orders.create']).toEqual({ total: 1, prev_total: 0, series: [1, 0] });
  });
});

describe('calls to keep', () => {
  const call = (accountId: string, index: number): TimedCall => ({
    accountId,
    world: 'test',
    endpoint: 'search',
    at: new Date(index),
  });

  it('are the newest of each account, in order', () => {
    const calls = [call('quiet', 0), ...Array.from({ length: recentMax + 50 }, (_, index) => call('busy', index + 1))];
    const kept = newestPerAccount(calls);
    expect(kept).toHaveLength(recentMax + 1);
    expect(kept[0]).toBe(calls[0]);
    expect(kept[1]).toBe(calls[51]);
    expect(kept.at(-1)).toBe(calls.at(-1));
  });
});
