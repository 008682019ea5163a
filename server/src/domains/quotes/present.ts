import { presentFinding } from '../policies/index.ts';
import type { Quoted } from './quote-order.ts';

export function presentQuote({ id, order, checkout, expiresAt, suggested, wouldHold, decided, warnings }: Quoted) {
  const { currency, subtotal, shipping, tax, fees, total } = checkout.price;
  return {
    quote_id: id,
    retailer: order.retailer,
    currency,
    expires_at: expiresAt.toISOString(),
    items: order.items.map((item) => ({
      url: item.url,
      quantity: item.quantity,
      variant: item.variant,
      unit_price_cents: checkout.lines.find(({ lineId }) => lineId === item.id)?.unitPrice ?? 0,
      available: true,
    })),
    price_components: { subtotal, shipping, tax, fees, total },
    service_fee_cents: order.fee_cents,
    would_hold_cents: wouldHold,
    estimated_delivery: checkout.estimatedDelivery,
    suggested_max_price: suggested,
    policy: { decision: decided.decision, rules: decided.findings.map(presentFinding) },
    warnings,
  };
}
