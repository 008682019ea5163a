import { toUsCents } from '../../../../kit/exchange-rate.ts';
import { presentFinding } from '../../../access/policies/index.ts';
import { rateOf } from '../../orders/index.ts';
import { presentCart } from '../present-cart.ts';
import type { Quoted } from './quote-order.ts';

/** For stores in another currency: the wallet that would pay, and how much. */
function presentConversion({ exchange }: Quoted['order'], { price }: Quoted['checkout']) {
  if (!exchange) return {};
  const total = exchange.wallet === 'USD' ? toUsCents(rateOf(exchange), price.total) : price.total;
  return { currency: exchange.currency, payment_currency: exchange.wallet, converted_payment_total: total };
}

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
    price_components: { ...cartView.price_components, ...presentConversion(order, checkout) },
    items: cartView.items.map((item, index) => ({
      ...item,
      unit_price_cents: cart.items[index]?.unit_price_cents ?? null,
      title: cart.items[index]?.title ?? null,
      // As requested. A warning says if the store would sell fewer.
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
