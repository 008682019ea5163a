import { describe, expect, it } from 'vitest';
import { momentOf } from './timestamp.ts';

describe('a timestamp', () => {
  it.each([
    ['2026-08-21T10:00:00Z', '2026-08-21T10:00:00.000Z'],
    ['2026-08-21 12:00:00+02:00', '2026-08-21T10:00:00.000Z'],
    [1_787_306_400, '2026-08-21T10:00:00.000Z'],
    [1_787_306_400_250, '2026-08-21T10:00:00.250Z'],
    [0, '1970-01-01T00:00:00.000Z'],
    [99_999_999_999, '5138-11-16T09:46:39.000Z'],
    [100_000_000_000, '1973-03-03T09:46:40.000Z'],
  ])('%s is %s', (value, moment) => {
    expect(momentOf(value).toISOString()).toBe(moment);
  });
});
