import type { Address, PurchaseRecord, ReadOnlyRetailerAccount } from '../../../connectors/contract.ts';
import { toCents } from '../../../kit/money.ts';
import { boughtQuantityOf, type FullOrder } from '../orders/index.ts';

/** What every call after the purchase gets. */
export function purchaseRecordOf(
  order: FullOrder,
  more: { account: ReadOnlyRetailerAccount | null; note: string | null },
): PurchaseRecord {
  return {
    reference: order.id,
    retailer: order.retailer,
    lines: order.items
      .map((item) => ({
        ...lineOf(order.retailer, item),
        quantity: boughtQuantityOf(item),
        unitPrice: item.unit_price_cents === null ? null : toCents(item.unit_price_cents),
      }))
      .filter(({ quantity }) => quantity > 0),
    shippingAddress: shippingAddressOf(order.shipping_address),
    merchantOrderIds: order.merchant_order_ids,
    handle: null,
    ...more,
  };
}

export const lineOf = (
  retailer: string,
  item: Pick<FullOrder['items'][number], 'id' | 'product_id' | 'url' | 'quantity' | 'variant'>,
) => ({
  lineId: item.id,
  ref: { retailer, productId: item.product_id },
  url: item.url,
  quantity: item.quantity,
  variant: item.variant,
});

export function shippingAddressOf(address: FullOrder['shipping_address']): Address {
  return {
    firstName: address.first_name,
    lastName: address.last_name,
    addressLine1: address.address_line1,
    addressLine2: address.address_line2,
    city: address.city,
    state: address.state,
    postalCode: address.postal_code,
    country: address.country,
    phoneNumber: address.phone_number,
  };
}
