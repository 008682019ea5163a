import type { NewOrder } from '../server/src/domains/orders/orders/sql-accept.ts';
import { assertDefined } from '../server/src/kit/assert-defined.ts';
import { newId } from '../server/src/kit/ids.ts';
import { orderBody, shopUrl } from './scene.ts';

/** What the service writes for an order of these benchmarks. */
export function newOrder(accountId: string): NewOrder {
  const [product] = orderBody.products;
  return {
    id: newId(),
    account_id: accountId,
    world: 'test',
    api_key_id: null,
    retailer: new URL(shopUrl).hostname,
    max_price_cents: orderBody.max_price,
    fee_cents: 0,
    shipping_address: { ...orderBody.shipping_address, address_line2: null },
    metadata: {},
    po_number: null,
    tax_id: null,
    handling_days_max: null,
    is_gift: false,
    gift_message: null,
    fulfillment: null,
    customer_email: null,
    retailer_credentials_id: null,
    options: {},
    paid_by_client: false,
    paid_by_card: false,
    legacy_request: null,
    test_clock: null,
    priority: 100,
    place_at: new Date().toISOString(),
    secrets: null,
    created_at: new Date().toISOString(),
    items: [
      {
        id: newId(),
        position: 0,
        url: assertDefined(product).url,
        product_id: 'test-success',
        quantity: assertDefined(product).quantity,
        variant: null,
        condition_in: ['New'],
        condition_not_in: [],
        selection: null,
      },
    ],
    once: null,
    has_derived_id: false,
    is_decided: true,
  };
}
