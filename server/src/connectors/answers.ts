import type { FindAnswer, Outcome, ProductRef, Purchase, Unreachable } from './contract.ts';
import { refuse } from './refuse.ts';

/** The outcome of a purchase whose answer was lost or is not clear. */
export const unknownOutcome = (message: string): Extract<Outcome, { kind: 'unknown' }> => ({
  kind: 'unknown',
  message,
});

export const unsureAnswer = (message: string): Extract<FindAnswer, { kind: 'unsure' }> => ({ kind: 'unsure', message });

/** What the store sold; null where the sums of its order make no sense. */
export const placedOutcome = (purchase: Purchase | null): Outcome =>
  purchase ? { kind: 'placed', purchase } : unknownOutcome('The store placed the order, but its totals do not add up.');

export const foreignCheckout = refuse(
  'checkout_failed',
  'The recorded checkout is not from this store. Nothing was bought.',
);

export const missingProduct = ({ productId }: Pick<ProductRef, 'productId'>) => ({
  kind: 'missing' as const,
  message: `The store has no product ${productId}.`,
});

/** Trouble with a store, for calls that only read. */
export const unreachableFrom = ({
  message,
  retryAfterMs,
}: {
  message: string;
  retryAfterMs?: number;
}): Unreachable => ({
  kind: 'unreachable',
  message,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});
