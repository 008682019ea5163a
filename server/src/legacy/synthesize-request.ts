import { type FullOrder, plainFieldsOf } from '../domains/orders/orders/index.ts';
import { entriesOf } from '../kit/known-keys.ts';
import { legacyConditionOf } from './conditions.ts';
import { legacyFields } from './order-fields.ts';
import { withMaskedUrls } from './webhooks.ts';

/** The order's request: as sent, or the `/v1` equivalent for an order of the current API. */
export function requestOf(order: FullOrder): Record<string, unknown> {
  return order.legacy_request ? withMaskedUrls(order.legacy_request) : synthesizeRequest(order);
}

function synthesizeRequest(order: FullOrder): Record<string, unknown> {
  const { postal_code: zipCode, ...address } = order.shipping_address;
  return {
    retailer: order.retailer,
    products: order.items.map((item) => productOf(item, order.handling_days_max)),
    shipping_address: { ...address, zip_code: zipCode },
    ...plainFieldsIn(order),
    max_price: order.max_price_cents,
    addax: true,
  };
}

function plainFieldsIn(order: FullOrder): Record<string, unknown> {
  const shown = entriesOf(plainFieldsOf(order)).flatMap(([field, value]) => {
    const [part, name = '', ...deeper] = legacyFields[field]?.split('.') ?? [];
    const isShown = part === 'request' && deeper.length === 0 && value !== null && value !== '';
    return isShown ? [[name, value]] : [];
  });
  return Object.fromEntries(shown);
}

function productOf(item: FullOrder['items'][number], handlingDaysMax: number | null): Record<string, unknown> {
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
