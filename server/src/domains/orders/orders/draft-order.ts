import { assertDefined } from '../../../kit/assert-defined.ts';
import { newId } from '../../../kit/ids.ts';
import { currentTestClock } from '../../../kit/test-clock.ts';
import type { Caller } from '../../access/accounts/index.ts';
import { unratedExchange } from './exchange.ts';
import type { OrderRequest } from './order-request.ts';
import type { CheckedRequest } from './review-request.ts';
import type { NewItem, NewOrder } from './sql-accept.ts';
import type { Priced } from './with-exchange.ts';

/** What an order may cost, before it is decided how a store in another currency is paid. */
export const unpricedOrder = (
  { maxPrice, fee }: Pick<OrderRequest, 'maxPrice' | 'fee'>,
  { currency }: Pick<CheckedRequest, 'currency'>,
): Priced => ({
  max_price_cents: maxPrice,
  fee_cents: fee,
  ...(currency === 'USD' ? {} : { exchange: unratedExchange(currency) }),
});

export function draftOrder(caller: Caller, orderRequest: OrderRequest, checked: CheckedRequest, now: Date): NewOrder {
  const items: NewItem[] = orderRequest.products.map((product, position) => ({
    id: newId(),
    position,
    url: product.url,
    product_id: assertDefined(checked.productIds[position]),
    quantity: product.quantity,
    variant: product.variant,
    condition_in: product.conditionIn,
    condition_not_in: product.conditionNotIn,
    selection: product.selection ?? null,
  }));
  return {
    id: newId(),
    account_id: caller.accountId,
    world: caller.world,
    api_key_id: caller.keyId,
    retailer: checked.retailer,
    ...unpricedOrder(orderRequest, checked),
    shipping_address: orderRequest.shippingAddress,
    ...orderRequest.plain,
    fulfillment: orderRequest.fulfillment ?? null,
    customer_email: orderRequest.customerEmail,
    retailer_credentials_id: orderRequest.retailerCredentialsId,
    options: {
      ...orderRequest.options,
      ...quoteOptions(orderRequest, checked),
      ...(orderRequest.testFault ? { testFault: orderRequest.testFault } : {}),
    },
    paid_by_client: orderRequest.clientCredentials !== undefined,
    paid_by_card: orderRequest.card !== undefined,
    legacy_request: orderRequest.legacyRequest ?? null,
    test_clock: currentTestClock()?.id ?? null,
    // Sandbox orders come after live orders: their best priority is behind the last live one.
    priority: (orderRequest.priority ?? 100) + (caller.world === 'test' ? 200 : 0),
    place_at: now.toISOString(),
    secrets: null,
    created_at: now.toISOString(),
    items,
    once: null,
    has_derived_id: false,
    is_decided: false,
    quoted: checked.quoted?.cart ?? null,
  };
}

/** What placement compares the store's total with. */
function quoteOptions({ quote }: OrderRequest, { quoted }: CheckedRequest): Record<string, number> {
  return quote && quoted ? { quotedTotalCents: quoted.totalCents, maxDriftCents: quote.maxDriftCents } : {};
}
