import { minuteMs, secondMs } from '../../../kit/clock.ts';
import { fieldsOf } from '../../../kit/fields.ts';

export const cooldownMinutesMax = 10_080;
export const configBytesMax = 16 * 1024;

/** Longer than a slow step between heartbeats, short enough after a crash. */
export const leaseMs = 90 * secondMs;
/** Polling interval of a queue. */
export const queuePollMs = 5 * minuteMs;
/** Polling interval while the account is leased, in case a release missed a new waiter. */
export const leasedQueuePollMs = 5 * secondMs;
/** Retention of emailed codes. */
export const codeRetentionMs = 15 * minuteMs;

/** Limits login attempts by account, by mailbox at a retailer, and by network address, to stop password guessing. */
export const verifyRates = {
  account: { perSecond: 5 / 3600, burst: 10 },
  mailbox: { perSecond: 10 / 3600, burst: 20 },
  address: { perSecond: 30 / 3600, burst: 60 },
};

/** A queue is for one account, or for any fitting account of the service. */
export type AccountQueue = `${string}`;
export const queueOfAccount = (id: string): AccountQueue => id;
export const serviceQueueOf = (world: string, retailer: string): AccountQueue => `own/${world}/${retailer}`;

export function serviceQueueParts(queue: AccountQueue): { world: string; retailer: string } | null {
  const [, world, retailer] = /^own\/(test|live)\/(.+)$/.exec(queue) ?? [];
  return world === undefined || retailer === undefined ? null : { world, retailer };
}

/** Default credentials (no retailer) fit every retailer. */
export function fitsRetailer(accountRetailer: string | null, retailer: string): boolean {
  return accountRetailer === null || accountRetailer === retailer;
}

export const forwardingEmail = (shortId: string, mailDomain: string): string => `${shortId}@${mailDomain}`;

export const maskedValue = '********';
const secretKey =
  /pass|secret|token|key|pin\b|_pin|cvv|cvc|otp|credential|auth|cookie|session|code|answer|card|signature|bearer/i;

/** Masks values whose names look like secrets. */
export function maskConfig(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskConfig);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, secretKey.test(key) ? maskedSecret(inner) : maskConfig(inner)]),
  );
}

const maskedSecret = (value: unknown): unknown => (value === null || value === '' ? value : maskedValue);

/** Restores stored values for masked fields, so reading and writing back loses nothing. */
export function unmaskConfig(given: unknown, stored: unknown): unknown {
  if (given === maskedValue) return stored ?? given;
  if (given === null || typeof given !== 'object' || Array.isArray(given)) return given;
  const before = fieldsOf(stored);
  return Object.fromEntries(Object.entries(given).map(([key, inner]) => [key, unmaskConfig(inner, before[key])]));
}

export function hasMask(value: unknown): boolean {
  if (value === maskedValue) return true;
  return value !== null && typeof value === 'object' && Object.values(value).some(hasMask);
}
