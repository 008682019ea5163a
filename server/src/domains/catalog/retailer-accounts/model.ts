import { minuteMs, secondMs } from '../../../kit/clock.ts';
import { fieldsOf } from '../../../kit/fields.ts';

export const cooldownMinutesMax = 10_080;
export const configBytesMax = 16 * 1024;

/** Long enough for a slow checkout between two heartbeats, short enough that a crashed worker is soon forgotten. */
export const leaseMs = 90 * secondMs;
/** A queue is looked at again after this long even if nothing says that something changed. */
export const queuePollMs = 5 * minuteMs;
/** And after this long while its account is leased: a release says so itself, but may just miss who came in meanwhile. */
export const leasedQueuePollMs = 5 * secondMs;
/** How long a mailed code is kept. */
export const codeRetentionMs = 15 * minuteMs;

/**
 * A client that may try passwords at will has an oracle. So log-ins are limited for an account, for a mailbox at a retailer
 * (however many accounts of one owner name it), and for a network address.
 */
export const verifyRates = {
  account: { perSecond: 5 / 3600, burst: 10 },
  mailbox: { perSecond: 10 / 3600, burst: 20 },
  address: { perSecond: 30 / 3600, burst: 60 },
};

/** What an order waits for is one account, or whichever of the service's own fits. */
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

/** A copy in which everything under a name that looks like a secret's is masked. */
export function maskConfig(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskConfig);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, secretKey.test(key) ? maskedSecret(inner) : maskConfig(inner)]),
  );
}

const maskedSecret = (value: unknown): unknown => (value === null || value === '' ? value : maskedValue);

/** What was shown masked and comes back masked keeps its stored value, so that reading and writing back loses nothing. */
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
