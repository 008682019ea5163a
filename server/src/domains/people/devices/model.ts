import { randomInt } from 'node:crypto';
import { minuteMs, secondMs } from '../../../kit/clock.ts';

export const validMs = 15 * minuteMs;
export const intervalMs = 5 * secondMs;
/** A key issued this way expires after this long without use, like an OAuth key. */
export const keyIdleDays = 90;

export const deviceStatuses = ['pending', 'approved', 'denied', 'used', 'expired'] as const;
export type DeviceStatus = (typeof deviceStatuses)[number];

/** Only consonants: hard to misread, and no words. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const half = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');

export const newUserCode = (): string => `${half()}-${half()}`;

/** Converts a typed code to its stored form. */
export function normalizeUserCode(text: string): string {
  const plain = text.toUpperCase().replaceAll(/[^A-Z]/g, '');
  return plain.length === 8 ? `${plain.slice(0, 4)}-${plain.slice(4)}` : plain;
}

/** A code that was not claimed in time is expired, whatever was decided. */
export const statusAt = (
  row: { status: Exclude<DeviceStatus, 'expired'>; expires_at: Date },
  now: Date,
): DeviceStatus => (row.status !== 'used' && row.expires_at <= now ? 'expired' : row.status);
