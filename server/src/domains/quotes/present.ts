import { presentCart } from '../placement/index.ts';
import { presentFinding } from '../policies/index.ts';
import type { Quoted } from './quote-order.ts';

export function presentQuote({ id, order, checkout, expiresAt, suggested, wouldHold, decided, warnings }: Quoted) {
  return {
    quote_id: id,
    retailer: order.retailer,
    currency: checkout.price.currency,
    expires_at: expiresAt.toISOString(),
    ...presentCart(order.items, checkout),
    service_fee_cents: order.fee_cents,
    would_hold_cents: wouldHold,
    estimated_delivery: checkout.estimatedDelivery,
    suggested_max_price: suggested,
    policy: { decision: decided.decision, rules: decided.findings.map(presentFinding) },
    warnings,
  };
}
