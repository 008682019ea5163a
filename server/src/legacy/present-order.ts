import { boughtQuantityOf, type FullOrder, merchantOrdersOf } from '../domains/orders/orders/index.ts';
import { failureReasons, type LegacyStateCode, legacyStateCodes } from '../wire/index.ts';
import { namesOf } from './ids.ts';
import { requestOf } from './synthesize-request.ts';

/** Why an order failed, in `/v1` terms. A connector may have given a more specific code than the reason. */
function failureOf({ job_result: result }: FullOrder): { code: LegacyStateCode; message: string } {
  const { error_type: errorType, error, error_details: details } = result ?? {};
  const finer = legacyStateCodes.find((code) => code === details?.reason);
  const reason = errorType ? failureReasons[errorType] : null;
  return {
    code: finer ?? reason?.legacyCode ?? 'internal_error',
    message: error ?? reason?.meaning ?? 'The order failed.',
  };
}

/** The state of a request that is pending or failed. Returned with a 200. */
export interface LegacyState {
  _type: 'error';
  code: string;
  message: string;
  data: Record<string, unknown>;
}

export const stateOf = (code: string, message: string, data: Record<string, unknown> = {}): LegacyState => ({
  _type: 'error',
  code,
  message,
  data,
});

/** The retrieve response for an order, and the payload of its webhooks. */
export const presentLegacyOrder = (order: FullOrder) => ({
  ...presentState(order),
  ...namesOf(order, order.updated_at),
});

function presentState(order: FullOrder) {
  switch (order.status) {
    case 'pending':
    case 'in_progress':
      return stateOf('request_processing', 'The order is still being processed. Check again in a moment.', {
        order_status: order.status,
      });
    case 'cancelled':
      return stateOf('aborted_request', 'The order was aborted before it was placed.', { order_status: order.status });
    case 'order_failed':
      return failed(order);
    case 'order_placed':
    case 'cancelled_by_retailer':
      return placed(order);
  }
}

function failed(order: FullOrder): LegacyState {
  const { code, message } = failureOf(order);
  const atFault = order.items.filter((item) => item.error_type !== null);
  return stateOf(code, message, {
    order_status: order.status,
    error_type: order.job_result?.error_type ?? null,
    products: atFault.map((item) => ({ product_id: item.product_id, quantity: item.quantity })),
  });
}

function placed(order: FullOrder) {
  return {
    _type: 'order_response',
    order_status: order.status,
    price_components: priceOf(order),
    merchant_order_ids: merchantOrdersOf(order),
    tracking: order.shipments.map((shipment) => trackingOf(order, shipment)),
    delivery_dates: deliveryDatesOf(order),
    request: requestOf(order),
    ...(marketplaces.has(order.retailer) ? { account_status: accountStatusOf(order) } : {}),
  };
}

function priceOf(order: FullOrder) {
  const price = order.job_result?.price_components;
  if (!price) return null;
  const { currency, subtotal, shipping, tax, fees, total } = price;
  return {
    currency,
    payment_currency: price.payment_currency ?? currency,
    subtotal,
    shipping,
    tax,
    fees,
    total,
    converted_payment_total: price.converted_payment_total ?? total,
  };
}

function trackingOf(order: FullOrder, shipment: FullOrder['shipments'][number]) {
  const productIds = order.items.filter((item) => shipment.item_ids.includes(item.id)).map((item) => item.product_id);
  return {
    product_id: productIds[0] ?? null,
    product_ids: productIds,
    merchant_order_id: shipment.merchant_order_id,
    carrier: shipment.carrier ?? '',
    tracking_number: shipment.tracking_number ?? '',
    obtained_at: new Date(shipment.created_at).toISOString(),
    delivery_status: shipment.status,
  };
}

/** From the last parcel with an item, or the store's first estimate until there is one. Unknown dates come last. */
function deliveryDatesOf(order: FullOrder) {
  const productsByDate = new Map<string | null, { product_id: string; quantity: number }[]>();
  for (const item of order.items.filter(({ status }) => status !== 'failed')) {
    const parcels = order.shipments.filter((shipment) => shipment.item_ids.includes(item.id));
    const dates = parcels.map((parcel) => parcel.estimated_delivery_date).filter((date) => date !== null);
    const date = dates.sort().at(-1) ?? order.estimated_delivery;
    const products = productsByDate.get(date) ?? [];
    productsByDate.set(date, [...products, { product_id: item.product_id, quantity: boughtQuantityOf(item) }]);
  }
  const latest = '9999';
  return [...productsByDate]
    .sort(([left], [right]) => ((left ?? latest) < (right ?? latest) ? -1 : 1))
    .map(([date, products]) => ({ delivery_date: date, products }));
}

const marketplaces = new Set(['amazon', 'ebay', 'etsy', 'aliexpress', 'walmart']);

/** The loyalty programs that the buying account used for this order. */
function accountStatusOf(order: FullOrder) {
  const isMember = order.retailer === 'amazon' && !order.paid_by_client;
  return {
    prime: isMember && requestOf(order).mgd_prime_optout !== true,
    fresh: false,
    business: false,
    charity: '',
  };
}

/** A list entry: the same, plus the creation time. */
export function presentListed(order: FullOrder) {
  return {
    ...presentLegacyOrder(order),
    _created_at: order.created_at.toISOString(),
  };
}
