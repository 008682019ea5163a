import type { ActionRequest } from './contract.ts';

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
