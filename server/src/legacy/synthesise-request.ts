import type { WholeOrder } from '../domains/orders/orders/index.ts';
import { legacyConditionOf } from './conditions.ts';
import { withMaskedUrls } from './webhooks.ts';

/** The request of an order: as it was sent, or, for an order of the current API, as it would have been sent here. */
export function requestOf(order: WholeOrder): Record<string, unknown> {
  return order.legacy_request ? withMaskedUrls(order.legacy_request) : synthesised(order);
}

function synthesised(order: WholeOrder): Record<string, unknown> {
  const { postal_code: zipCode, ...address } = order.shipping_address;
  return {
    retailer: order.retailer,
    products: order.items.map((item) => productOf(item, order.handling_days_max)),
    shipping_address: { ...address, zip_code: zipCode },
    is_gift: order.is_gift,
    ...(order.gift_message ? { gift_message: order.gift_message } : {}),
    ...(order.po_number ? { po_number: order.po_number } : {}),
    max_price: order.max_price_cents,
    addax: true,
    client_notes: order.metadata,
  };
}

function productOf(item: WholeOrder['items'][number], handlingDaysMax: number | null): Record<string, unknown> {
  return {
    product_id: item.product_id,
    quantity: item.quantity,
    ...(item.variant?.length
      ? { variants: item.variant.map(({ label, value }) => ({ dimension: label, value })) }
      : {}),
    seller_selection_criteria: {
      condition_in: item.condition_in.map(legacyConditionOf),
      ...(item.condition_not_in.length > 0 ? { condition_not_in: item.condition_not_in.map(legacyConditionOf) } : {}),
      ...(handlingDaysMax === null ? {} : { handling_days_max: handlingDaysMax }),
    },
  };
}
