import type { FullOrder } from './rows.ts';

/** What of the captured money has not come back yet, by a return or by an earlier part. */
export function refundableCentsOf(order: FullOrder): number {
  const captured = Math.min(order.charged_cents ?? 0, order.max_price_cents);
  const credited = order.returns.reduce((sum, { credited_cents: cents }) => sum + (cents ?? 0), 0);
  return Math.max(0, captured - credited - order.partly_refunded_cents);
}
