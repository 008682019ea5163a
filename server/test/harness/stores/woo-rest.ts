import type { IncomingHttpHeaders } from 'node:http';
import type { Order } from './woo-books.ts';
import { skuOf } from './woo-catalog.ts';
import { failure, type Reply } from './woo-replies.ts';

/** The read-only key of the stand-in's owner. */
export const wooOwnerKey = { consumer_key: 'ck_stand_in', consumer_secret: 'cs_stand_in' };

const expected = `Basic ${Buffer.from(Object.values(wooOwnerKey).join(':')).toString('base64')}`;

/** The REST API has decimal strings instead of minor units, and UTC times without a zone. */
function restView({
  id,
  key,
  status,
  items,
  billing,
  shipping,
  note,
  soldAt,
  totals,
  createdAt,
  modifiedAt,
  isPaid,
}: Order) {
  const decimals = Number(totals.currency_minor_unit);
  const amount = (minor: unknown): string => (Number(minor ?? 0) / 10 ** decimals).toFixed(decimals);
  const isSold = !['checkout-draft', 'pending', 'failed', 'cancelled'].includes(status);
  return {
    id,
    number: String(id),
    order_key: key,
    status,
    currency: totals.currency_code,
    prices_include_tax: false,
    date_created_gmt: createdAt.slice(0, 19),
    date_modified_gmt: modifiedAt.slice(0, 19),
    date_paid_gmt: isSold || isPaid ? modifiedAt.slice(0, 19) : null,
    total: amount(totals.total_price),
    total_tax: amount(totals.total_tax),
    shipping_total: amount(totals.total_shipping),
    customer_note: note,
    billing,
    shipping,
    line_items: items.map(({ product, quantity, variation }, place) => ({
      id: 20 + place,
      product_id: product.parent || product.id,
      variation_id: product.parent ? product.id : 0,
      name: product.name,
      sku: skuOf(product),
      quantity,
      subtotal: (((soldAt[place] ?? 0) * quantity) / 100).toFixed(2),
      subtotal_tax: '0.00',
      meta_data: variation.map(({ attribute, value }) => ({ display_key: attribute, display_value: value })),
    })),
    fee_lines: [],
  };
}

/** `GET /wp-json/wc/v3/orders`: newest first, at most 100 per page. */
export function listRestOrders(orders: Iterable<Order>, query: URLSearchParams, headers: IncomingHttpHeaders): Reply {
  if (headers.authorization !== expected) return failure(401, 'cannot_view', 'Sorry, you cannot list resources.');
  const after = query.get('after') ?? '';
  const isGmt = query.get('dates_are_gmt') === 'true';
  const found = [...orders]
    .toReversed()
    .filter(({ createdAt }) => isGmt && createdAt.slice(0, 19) > after.slice(0, 19));
  const size = Math.min(Number(query.get('per_page') ?? 10), 100);
  const page = Number(query.get('page') ?? 1);
  const shown = found.slice((page - 1) * size, page * size);
  const pages = { 'X-WP-Total': String(found.length), 'X-WP-TotalPages': String(Math.ceil(found.length / size)) };
  return { status: 200, body: shown.map(restView), headers: pages };
}

/** `GET /wp-json/wc/v3/orders/<id>/refunds`: positive amounts, negative lines. */
export function listRestRefunds(order: Order | undefined, headers: IncomingHttpHeaders): Reply {
  if (headers.authorization !== expected) return failure(401, 'cannot_view', 'Sorry, you cannot list resources.');
  if (!order) return failure(404, 'invalid_id', 'Invalid ID.');
  const body = (order.refunds ?? []).toReversed().map(({ cents, reason, at, units }, index) => ({
    id: 700 + index,
    date_created_gmt: at.slice(0, 19),
    amount: (cents / 100).toFixed(2),
    reason,
    line_items: order.items.flatMap(({ product }, place) => {
      const quantity = units[place] ?? 0;
      const id = 900 + place;
      const line = { id, product_id: product.parent || product.id, variation_id: product.parent ? product.id : 0 };
      return units.length === 0 ? [] : [{ ...line, quantity: -quantity, total: '-1.00' }];
    }),
  }));
  return { status: 200, body };
}
