import { csvRow } from '../../../kit/csv.ts';
import { writeInPieces } from '../../../kit/write-in-pieces.ts';
import { createConcurrencyLimit } from '../../../platform/concurrency-limit.ts';
import type { Database } from '../../../platform/database/index.ts';
import { type OrderView, presentOrder, totalInUsCents } from './order-view.ts';
import { presentTrackingEvents } from './present.ts';
import type { FullOrder } from './rows.ts';
import { loadOrders } from './sql.ts';
import { type Exported, listOrdersAfter } from './sql-selection.ts';
import type { OrderFilter } from './sql-where.ts';

const ordersAtOnce = 50;

/** One portion at a time. Otherwise every export would get a turn before other requests do. */
const singlePortionQueue = createConcurrencyLimit(1);

const list = (values: readonly (string | null)[]): string => values.filter(Boolean).join(' ');

/** The columns of the file. */
const columns: Record<string, (order: OrderView) => string | null> = {
  order_id: (order) => order.id,
  status: (order) => order.status,
  retailer: (order) => order.retailer,
  created_at: (order) => order.created_at,
  updated_at: (order) => order.updated_at,
  po_number: (order) => order.po_number,
  tax_id: (order) => order.tax_id,
  max_price_cents: (order) => String(order.max_price),
  total_cents: (order) => (order.job_result?.price_components ? String(totalInUsCents(order)) : null),
  currency: (order) => order.currency,
  recipient: (order) => `${order.shipping_address.first_name} ${order.shipping_address.last_name}`,
  address_line1: (order) => order.shipping_address.address_line1,
  address_line2: (order) => order.shipping_address.address_line2,
  city: (order) => order.shipping_address.city,
  state: (order) => order.shipping_address.state,
  postal_code: (order) => order.shipping_address.postal_code,
  country: (order) => order.shipping_address.country,
  products: (order) => list(order.items.map((item) => `${item.quantity}x ${item.url}`)),
  merchant_order_ids: (order) => list(order.merchant_order_ids),
  tracking_numbers: (order) => list(order.tracking_numbers.map((parcel) => parcel.tracking_number)),
  tracking_statuses: (order) => list(order.tracking_numbers.map((parcel) => parcel.status)),
  estimated_delivery: (order) => order.job_result?.estimated_delivery ?? null,
  return_statuses: (order) => list(order.returns.map((one) => one.status)),
  error_type: (order) => order.job_result?.error_type ?? null,
  error: (order) => order.job_result?.error ?? null,
  metadata: (order) => (Object.keys(order.metadata).length === 0 ? null : JSON.stringify(order.metadata)),
};

interface Portion {
  rows: Exported[];
  pieces: string[];
}

/** The orders of a filter as CSV, newest first. Reads in portions, so any number of orders needs little memory. */
export async function* exportOrders(
  database: Database,
  filter: OrderFilter,
  hasEvents: boolean,
): AsyncGenerator<string> {
  yield csvRow([...Object.keys(columns), ...(hasEvents ? ['tracking_events'] : [])]);
  const rowOf = (order: FullOrder): string => {
    const view = presentOrder(order, order.updated_at);
    const cells = Object.values(columns).map((cellOf) => cellOf(view));
    return csvRow(hasEvents ? [...cells, eventsCell(order)] : cells);
  };
  const readPortion = async (after: Exported | null): Promise<Portion> => {
    const rows: Exported[] = await listOrdersAfter(database.db, filter, after, ordersAtOnce);
    const ordersById = await loadOrders(
      database,
      rows.map(({ id }) => id),
    );
    const orders = rows.flatMap(({ id }) => ordersById.get(id) ?? []);
    const pieces: string[] = [];
    for await (const piece of writeInPieces(orders, rowOf)) pieces.push(piece);
    return { rows, pieces };
  };
  for (let after: Exported | null = null; ; ) {
    const { rows, pieces }: Portion = await singlePortionQueue.run(() => readPortion(after));
    yield* pieces;
    const last = rows.at(-1);
    if (!last || rows.length < ordersAtOnce) return;
    after = last;
  }
}

const eventsCell = (order: FullOrder): string =>
  presentTrackingEvents(order)
    .map((event) => `${event.checkpoint_time} ${event.tracking_number} ${event.status}: ${event.message}`)
    .join('\n');
