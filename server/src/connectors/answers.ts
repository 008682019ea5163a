import type {
  ActionRequest,
  FindAnswer,
  Outcome,
  ProductRef,
  Purchase,
  RefundAnswer,
  StoreRefund,
  Unreachable,
} from './contract.ts';
import { refuse } from './refuse.ts';

/** A purchase whose response was lost or unclear. */
export const unknownOutcome = (message: string): Extract<Outcome, { kind: 'unknown' }> => ({
  kind: 'unknown',
  message,
});

export const unsureAnswer = (message: string): Extract<FindAnswer, { kind: 'unsure' }> => ({ kind: 'unsure', message });

/** `otherwise` says why the store's order can't be read as a purchase. */
export const foundAnswer = (purchase: Purchase | null, otherwise: string): FindAnswer =>
  purchase ? { kind: 'found', purchase } : unsureAnswer(otherwise);

/** `purchase` is null if the order's totals don't add up. */
export const placedOutcome = (purchase: Purchase | null): Outcome =>
  purchase
    ? { kind: 'placed', purchase }
    : unknownOutcome('The store accepted the order, but its totals do not add up.');

export const foreignCheckout = refuse(
  'checkout_failed',
  'The recorded checkout belongs to a different store. Nothing was bought.',
);

export const missingProduct = ({ productId }: Pick<ProductRef, 'productId'>) => ({
  kind: 'missing' as const,
  message: `The store has no product ${productId}.`,
});

/** A failure of a call that only reads. */
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

/** All refunds that the store shows for a purchase; null stands for one that cannot be read. */
export function reportRefunds(
  refunds: readonly (StoreRefund | null)[],
  { trackEveryMs: pollAfterMs }: { trackEveryMs: number },
): RefundAnswer {
  const read = refunds.filter((refund) => refund !== null);
  if (read.length === refunds.length) return { kind: 'reported', refunds: read, isSettled: false, pollAfterMs };
  return { kind: 'unreadable', message: unreadableRefund, pollAfterMs };
}

export const unreadableRefund = 'The store shows a refund that Errand cannot read. Check the refund at the store.';

/** No cart was recorded and the store can't be searched, so a person must look. */
export const lookupUnsupported: FindAnswer = {
  kind: 'unsure',
  message: 'No checkout was recorded for this order, and Errand cannot search this store for it.',
  isFinal: true,
};

/** Asks a person to buy at the retailer's website and record the purchase at the desk. */
export function createBuyAction(
  order: { retailer: string; max_price_cents: number; items: readonly unknown[] },
  why: string,
): ActionRequest {
  return {
    kind: 'buy',
    askedOf: 'operator',
    message: why,
    details: { retailer: order.retailer, max_price_cents: order.max_price_cents, lines: order.items.length },
    // No answer is valid: the purchase is recorded at /operator/desk.
    answerSchema: { not: {} },
  };
}
