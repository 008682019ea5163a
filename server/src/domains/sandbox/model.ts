import { dayMs } from '../../kit/clock.ts';

export const idleDays = 7;

export const expiresPolicy =
  'This key expires after 7 days of inactivity. Each use resets the timer. A key that is never used expires 7 days after it was created.';

export const claimTokenLength = 40;

/** Whole seconds until a moment, at least one. */
export function secondsUntil(moment: Date, now: Date): number {
  return Math.max(1, Math.ceil((moment.getTime() - now.getTime()) / 1000));
}

/** Counters are kept for a month, to investigate abuse. */
export const mintCountRetentionMs = 31 * dayMs;

export const claimHints = {
  provisional:
    'This sandbox has not been claimed yet. Send the claim_url from the response that created the key to the person who will own the sandbox. After they sign in, they keep its orders and this key.',
  ordinary: 'This key belongs to a regular account. There is nothing to claim.',
  claimed: 'This sandbox was claimed. Its orders and key belong to the account below.',
};

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`;

export const claimedText = (orders: number, keys: number): string =>
  `Sandbox claimed: ${count(orders, 'order')} and ${count(keys, 'key')} moved to your account, and the keys keep working.`;
