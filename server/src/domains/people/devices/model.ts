import { randomInt } from 'node:crypto';
import { minuteMs, secondMs } from '../../../kit/clock.ts';

export const validMs = 15 * minuteMs;
export const intervalMs = 5 * secondMs;
/** A key that a program got this way ends when it was not used for so long, like one that OAuth gave. */
export const keyIdleDays = 90;

export const deviceStatuses = ['pending', 'approved', 'denied', 'used', 'expired'] as const;
export type DeviceStatus = (typeof deviceStatuses)[number];

/** Consonants alone: nothing that is read wrongly, and no words. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const half = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');

export const newUserCode = (): string => `${half()}-${half()}`;

/** What a person types, in the form in which it is kept. */
export function normalizeUserCode(text: string): string {
  const plain = text.toUpperCase().replaceAll(/[^A-Z]/g, '');
  return plain.length === 8 ? `${plain.slice(0, 4)}-${plain.slice(4)}` : plain;
}

/** A code that was not fetched in time is over, whatever was decided. */
export const statusAt = (
  row: { status: Exclude<DeviceStatus, 'expired'>; expires_at: Date },
  now: Date,
): DeviceStatus => (row.status !== 'used' && row.expires_at <= now ? 'expired' : row.status);
