import type { Blocked, Refusal, Refused } from './contract.ts';

/** Why a store did not sell: for good, or not right now. */
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

/** The store answered something that its protocol does not allow. */
export const unexpectedAnswer = (message: string): Refused => ({
  ...refuse('checkout_failed', message, { detail: 'not_understood' }),
  retryOnce: true,
});

export const isRefused = (value: object): value is Refused => 'kind' in value && value.kind === 'refused';
