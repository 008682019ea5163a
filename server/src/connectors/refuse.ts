import type { Blocked, Refusal, Refused } from './contract.ts';

/** A final refusal or a temporary block. */
export type StoreProblem = Refused | Blocked;

export function refuse(
  reason: Refusal,
  message: string,
  more: Partial<Pick<Refused, 'lineIds' | 'limits' | 'detail'>> = {},
): Refused {
  return { kind: 'refused', reason, message, ...more };
}

/** The cart is not what was ordered. */
export const cartChanged = (message: string): Refused => ({
  ...refuse('checkout_failed', message, { detail: 'cart_differs' }),
  retryOnce: true,
});

/** The response violates the store's protocol. */
export const unexpectedAnswer = (message: string): Refused => ({
  ...refuse('checkout_failed', message, { detail: 'not_understood' }),
  retryOnce: true,
});

export const isRefused = (value: object): value is Refused => 'kind' in value && value.kind === 'refused';
