import { presentFinding } from '../../../access/policies/index.ts';
import { presentCart } from '../present-cart.ts';
import type { Quoted } from './quote-order.ts';

export function presentQuote({
  id,
  order,
  checkout,
  cart,
  expiresAt,
  suggested,
  wouldHold,
  decided,
  warnings,
}: Quoted) {
  const cartView = presentCart(order.items, checkout);
  return {
    quote_id: id,
    retailer: order.retailer,
    currency: checkout.price.currency,
    expires_at: expiresAt.toISOString(),
    ...cartView,
    items: cartView.items.map((item, index) => ({
      ...item,
      title: cart.items[index]?.title ?? null,
      // As it was asked for; a warning says where the store would sell fewer.
      quantity: order.items[index]?.quantity ?? item.quantity,
    })),
    service_fee_cents: order.fee_cents,
    would_hold_cents: wouldHold,
    estimated_delivery: checkout.estimatedDelivery,
    suggested_max_price: suggested,
    policy: { decision: decided.decision, rules: decided.findings.map(presentFinding) },
    warnings,
  };
}
