import type { FullOrder } from './rows.ts';

const capturedCentsOf = (order: FullOrder): number => Math.min(order.charged_cents ?? 0, order.max_price_cents);

/** What the customer got back through returns and partial cancellations. */
export function refundedCentsOf(order: FullOrder): number {
  const credited = order.returns.reduce((sum, { credited_cents: cents }) => sum + (cents ?? 0), 0);
  return credited + order.partly_refunded_cents;
}

/** Captured money that was not refunded yet. */
export const refundableCentsOf = (order: FullOrder): number =>
  Math.max(0, capturedCentsOf(order) - refundedCentsOf(order));
