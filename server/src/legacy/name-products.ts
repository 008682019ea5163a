import type { FullOrder } from '../domains/orders/orders/index.ts';
import { Failure } from '../kit/failure.ts';

interface ObjectedItem {
  order_item_id: string;
}

const isObjected = (value: unknown): value is ObjectedItem =>
  typeof value === 'object' && value !== null && 'order_item_id' in value && typeof value.order_item_id === 'string';

/** Reports a refused return by product id: `/v1` clients never see item ids. */
export function toProductIds(error: unknown, order: FullOrder, asked: readonly { product_id: string }[]): unknown {
  if (!(error instanceof Failure) || !Array.isArray(error.details.items)) return error;
  const nameOf = (id: string): string =>
    order.items.find((item) => item.id === id)?.product_id ??
    asked.find(({ product_id: productId }) => productId.toLowerCase() === id)?.product_id ??
    id;
  let { message } = error;
  const items = error.details.items.filter(isObjected).map(({ order_item_id: id, ...objection }) => {
    message = message.replaceAll(id, nameOf(id));
    return { product_id: nameOf(id), ...objection };
  });
  return new Failure(error.code, error.status, message, { details: { ...error.details, items } });
}
