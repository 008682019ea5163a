import { type TUnsafe, Type } from 'typebox';
import { secondMs } from '../../kit/clock.ts';

/** Larger numbers are milliseconds: as seconds they would be after the year 5000. */
const millisecondsFrom = 100_000_000_000;
/** The end of the year 9999. */
const millisecondsMax = 253_402_300_799_999;

/** A timestamp in any of the three formats that clients use. */
export const timestamp = (description: string): TUnsafe<string | number> =>
  Type.Unsafe<string | number>({
    anyOf: [
      { type: 'integer', minimum: 0, maximum: millisecondsMax },
      { type: 'string', format: 'date-time' },
    ],
    description: `${description} ISO 8601 with a time zone, Unix seconds or Unix milliseconds.`,
    examples: ['2026-08-21T10:00:00Z'],
  });

export function momentOf(value: string | number): Date {
  if (typeof value === 'string') return new Date(value.replace(' ', 'T'));
  return new Date(value < millisecondsFrom ? value * secondMs : value);
}
