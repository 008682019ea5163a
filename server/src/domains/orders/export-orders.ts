import { csvRow } from '../../kit/csv.ts';
import type { Database } from '../../platform/database/index.ts';
import { presentOrder } from './present.ts';
import { type Exported, listOrdersAfter, loadOrders, type OrderFilter } from './store.ts';

const ordersAtOnce = 200;

const columns = [
  'order_id',
  'status',
  'retailer',
  'created_at',
  'updated_at',
  'po_number',
  'max_price_cents',
  'total_cents',
  'currency',
  'recipient',
  'address_line1',
  'address_line2',
  'city',
  'state',
  'postal_code',
  'country',
  'products',
  'merchant_order_ids',
  'tracking_numbers',
  'tracking_statuses',
  'estimated_delivery',
  'return_statuses',
  'error_type',
  'error',
  'metadata',
] as const;

/** The orders that a filter lets through, newest first, as a file for spreadsheets. Read in portions: any number needs little memory. */
export async function* exportOrders(database: Database, filter: OrderFilter): AsyncGenerator<string> {
  yield csvRow(columns);
  for (let after: Exported | null = null; ; ) {
    const rows: Exported[] = await listOrdersAfter(database.db, filter, after, ordersAtOnce);
    const ordersById = await loadOrders(
      database,
      rows.map(({ id }) => id),
    );
    const lines = rows.flatMap(({ id }) => ordersById.get(id) ?? []).map((order) => lineOf(presentOrder(order)));
    if (lines.length > 0) yield lines.join('');
    const last = rows.at(-1);
    if (!last || rows.length < ordersAtOnce) return;
    after = last;
  }
}

function lineOf(order: ReturnType<typeof presentOrder>): string {
  const { shipping_address: address, job_result: result } = order;
  const list = (values: readonly (string | null)[]) => values.filter(Boolean).join(' ');
  const cells: Record<(typeof columns)[number], string | null> = {
    order_id: order.id,
    status: order.status,
    retailer: order.retailer,
    created_at: order.created_at,
    updated_at: order.updated_at,
    po_number: order.po_number,
    max_price_cents: String(order.max_price),
    total_cents: result?.price_components ? String(result.price_components.total) : null,
    currency: order.currency,
    recipient: `${address.first_name} ${address.last_name}`,
    address_line1: address.address_line1,
    address_line2: address.address_line2,
    city: address.city,
    state: address.state,
    postal_code: address.postal_code,
    country: address.country,
    products: list(order.items.map((item) => `${item.quantity}x ${item.url}`)),
    merchant_order_ids: list(order.merchant_order_ids),
    tracking_numbers: list(order.tracking_numbers.map((parcel) => parcel.tracking_number)),
    tracking_statuses: list(order.tracking_numbers.map((parcel) => parcel.status)),
    estimated_delivery: result?.estimated_delivery ?? null,
    return_statuses: list(order.returns.map((one) => one.status)),
    error_type: result?.error_type ?? null,
    error: result?.error ?? null,
    metadata: Object.keys(order.metadata).length === 0 ? null : JSON.stringify(order.metadata),
  };
  return csvRow(columns.map((name) => cells[name]));
}
