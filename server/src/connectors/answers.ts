import type { ActionRequest, FindAnswer, Outcome, ProductRef, Purchase, Unreachable } from './contract.ts';
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

/** Nothing is known of a cart, and the store's records cannot be listed: only a person can look. */
export const lookupUnsupported: FindAnswer = {
  kind: 'unsure',
  message: 'No checkout was recorded for this order, and the store cannot be searched for it.',
  isFinal: true,
};

/** A person buys it at the retailer's pages and writes it down at the desk; answering it in any other way is not possible. */
export function createBuyAction(
  order: { retailer: string; max_price_cents: number; items: readonly unknown[] },
  why: string,
): ActionRequest {
  return {
    kind: 'buy',
    askedOf: 'operator',
    message: why,
    details: { retailer: order.retailer, max_price_cents: order.max_price_cents, lines: order.items.length },
    // Nothing fits: the purchase is recorded at /operator/desk, with its checks.
    answerSchema: { not: {} },
  };
}
