import { sql } from 'kysely';
import type { Condition, SellerSelection } from '../../connectors/contract.ts';
import type { World } from '../../kit/world.ts';
import {
  type Database,
  type Executor,
  type JsonRow,
  type Row,
  runNamed,
  type Tables,
} from '../../platform/database/index.ts';
import { type AskedRow, askedOf } from '../questions/index.ts';
import { type GivenOrder, givenOf } from './columns.ts';
import type { ErrorType } from './error-types.ts';
import type { OrderItemStatus, OrderStatus } from './model.ts';
import { itemMayBecome } from './store-moves.ts';

const settledColumns = [
  'status',
  'bought_by_desk',
  'attempts',
  'job_result',
  'merchant_order_ids',
  'estimated_delivery',
  'charged_cents',
  'partly_refunded_cents',
  'returns',
  'payment',
  'created_at',
  'updated_at',
  'started_at',
  'ended_at',
  'cancelled_at',
  'waiting_for',
] as const satisfies (keyof Tables['orders'])[];

export interface OrderRow extends Omit<GivenOrder, 'options'>, Row<'orders', (typeof settledColumns)[number]> {
  status: OrderStatus;
  /** A person bought it at the desk. */
  bought_by_desk: boolean;
  job_result: JobResult | null;
  /** What came back for parts that the retailer called off. */
  partly_refunded_cents: number;
  returns: OrderReturn[];
  payment: OrderPayment | null;
}

/** How the placement ended. */
export interface JobResult {
  success: boolean;
  error: string | null;
  error_type: ErrorType | null;
  error_details: Record<string, unknown> | null;
  price_components: {
    subtotal: number;
    shipping: number;
    tax: number;
    fees: number;
    total: number;
    currency: string;
  } | null;
  estimated_delivery: string | null;
  merchant_order_ids: string[];
}

/** What an order tells about one of its returns. */
export interface OrderReturn {
  id: string;
  status: string;
  reason: string;
  /** What its resolution put on the wallet; the order can be refunded by that much less. */
  credited_cents: number | null;
  created_at: string;
  updated_at: string;
}

/** How an agent paid for an order, and what went back to it. */
export interface OrderPayment {
  method: string;
  amount_cents: number;
  /** As sent in Payment-Receipt. */
  receipt: string;
  refunds: {
    id: string;
    amount_cents: number;
    status: 'pending' | 'completed';
    reference: string | null;
    created_at: string;
  }[];
}

export interface ItemRow
  extends JsonRow<
    'order_items',
    | 'id'
    | 'url'
    | 'product_id'
    | 'quantity'
    | 'variant'
    | 'condition_in'
    | 'condition_not_in'
    | 'selection'
    | 'status'
    | 'cancelled_quantity'
    | 'unit_price_cents'
    | 'error_type'
    | 'cancellation_reason'
    | 'created_at'
    | 'updated_at'
  > {
  variant: { label: string; value: string }[] | null;
  condition_in: Condition[];
  condition_not_in: Condition[];
  selection: SellerSelection | null;
  status: OrderItemStatus;
  /** Units that the retailer called off. */
  cancelled_quantity: Tables['order_items']['cancelled_quantity'];
  error_type: ErrorType | null;
}

export interface ShipmentRow
  extends JsonRow<
    'shipments',
    | 'id'
    | 'parcel_id'
    | 'carrier'
    | 'tracking_number'
    | 'status'
    | 'estimated_delivery_date'
    | 'merchant_order_id'
    | 'item_ids'
    | 'checkpoints'
    | 'created_at'
  > {
  checkpoints: CheckpointRow[];
}

export interface CheckpointRow {
  checkpoint_time: string;
  status: ShipmentRow['status'];
  message: string;
  city: string | null;
  state: string | null;
  country: string | null;
  zip: string | null;
  location: string | null;
  out_for_delivery: boolean;
}

/** An order with everything that belongs to it. */
export interface WholeOrder extends OrderRow {
  items: ItemRow[];
  shipments: ShipmentRow[];
  /** What it asked people, oldest first. */
  questions: AskedRow[];
}

/** Reads many orders in one round trip: concurrent readers of one process share it. */
const wholeOrders = `
  select ${givenOf('o')}, ${settledColumns.map((name) => `o.${name}`).join(', ')},
    items.list as items, coalesce(parcels.list, '[]') as shipments,
    coalesce(asked.list, '[]') as questions
  from orders o
    cross join lateral (select json_agg(i.* order by i.position) as list from order_items i where i.order_id = o.id) items
    cross join lateral (select json_agg(s.* order by s.position) as list from shipments s where s.order_id = o.id) parcels
    cross join lateral (${askedOf('o.id')}) asked`;

const loadStatement = { name: 'load-orders', text: `${wholeOrders} where o.id = any ($1::uuid[])` };

export async function loadOrders(database: Database | Executor, ids: string[]): Promise<Map<string, WholeOrder>> {
  const rows = await runNamed<WholeOrder>(database, loadStatement, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

const loadOwnStatement = {
  name: 'load-own-orders',
  text: `${wholeOrders}
    join unnest($1::uuid[], $2::uuid[], $3::text[]) as wanted (id, account_id, world)
      on wanted.id = o.id and wanted.account_id = o.account_id and wanted.world = o.world`,
};

export interface OwnedId {
  id: string;
  accountId: string;
  world: World;
}

/** Another account's order costs as little as one that does not exist: none of it is read. */
export async function loadOwnOrders(database: Database | Executor, wanted: OwnedId[]): Promise<WholeOrder[]> {
  const columns = [wanted.map(({ id }) => id), wanted.map((one) => one.accountId), wanted.map((one) => one.world)];
  return runNamed<WholeOrder>(database, loadOwnStatement, columns);
}

export interface ShipmentUpsert {
  id: string;
  orderId: string;
  position: number;
  parcelId: string;
  carrier: string | null;
  trackingNumber: string | null;
  status: ShipmentRow['status'];
  estimatedDeliveryDate: string | null;
  merchantOrderId: string | null;
  itemIds: string[];
  checkpoints: CheckpointRow[];
}

export async function upsertShipment(executor: Executor, shipment: ShipmentUpsert, now: Date): Promise<void> {
  await sql`
    insert into shipments (id, order_id, position, parcel_id, carrier, tracking_number, status, estimated_delivery_date,
      merchant_order_id, item_ids, checkpoints, created_at, updated_at)
    values (${shipment.id}, ${shipment.orderId}, ${shipment.position}, ${shipment.parcelId}, ${shipment.carrier},
      ${shipment.trackingNumber}, ${shipment.status}, ${shipment.estimatedDeliveryDate}, ${shipment.merchantOrderId}, ${shipment.itemIds}::uuid[],
      ${JSON.stringify(shipment.checkpoints)}::jsonb, ${now}, ${now})
    on conflict (order_id, parcel_id) do update set
      carrier = excluded.carrier, tracking_number = excluded.tracking_number, status = excluded.status, estimated_delivery_date = excluded.estimated_delivery_date,
      item_ids = excluded.item_ids, checkpoints = excluded.checkpoints, updated_at = excluded.updated_at`.execute(
    executor,
  );
}

/** Moves items along with their parcels, from where the table of moves lets them come. */
export async function moveItems(executor: Executor, itemIds: string[], to: OrderItemStatus, now: Date): Promise<void> {
  await sql`
    update order_items set status = ${to}, updated_at = ${now}
    where id = any (${itemIds}::uuid[]) and ${sql.raw(itemMayBecome(to))}`.execute(executor);
}

/** Locks an order for the caller's transaction and says how it stands. */
export async function lockOrder(executor: Executor, id: string): Promise<OrderRow['status'] | null> {
  const { rows } = await sql<Pick<OrderRow, 'status'>>`select status from orders where id = ${id} for update`.execute(
    executor,
  );
  return rows[0]?.status ?? null;
}

/** As lockOrder, for its owner alone: another account's order is neither locked nor read. */
export async function lockOwnOrder(executor: Executor, { id, accountId, world }: OwnedId): Promise<boolean> {
  const { rows } = await sql`
    select from orders where id = ${id} and account_id = ${accountId} and world = ${world} for update`.execute(
    executor,
  );
  return rows.length === 1;
}

export async function touchOrder(executor: Executor, id: string, estimatedDelivery: string | null, now: Date) {
  await sql`
    update orders set updated_at = ${now}, estimated_delivery = coalesce(${estimatedDelivery}::date, estimated_delivery)
    where id = ${id}`.execute(executor);
}

/** Its question was answered: it waits no longer, and readers see that it is newer. */
export async function markAnswered(executor: Executor, id: string, now: Date): Promise<void> {
  await sql`
    update orders set waiting_for = null, updated_at = ${now}
    where id = ${id} and status in ('pending', 'in_progress')`.execute(executor);
}

const updatedStatement = {
  name: 'orders-updated',
  text: 'select id, updated_at from orders where id = any ($1::uuid[])',
};

/** When each of these orders was last written. */
export async function lastWritten(database: Database, orders: readonly { id: string }[]): Promise<Map<string, Date>> {
  if (orders.length === 0) return new Map();
  const ids = [...new Set(orders.map(({ id }) => id))];
  const rows = await runNamed<{ id: string; updated_at: Date }>(database, updatedStatement, [ids]);
  return new Map(rows.map((row) => [row.id, row.updated_at]));
}

/** Keeps what the order tells about one of its returns, in the caller's transaction. Oldest first. */
export async function writeOrderReturn(executor: Executor, orderId: string, summary: OrderReturn): Promise<void> {
  const { id, updated_at: now } = summary;
  const value = sql`${JSON.stringify(summary)}::jsonb`;
  await sql`
    update orders set updated_at = ${now}, returns = case
      when returns @> ${JSON.stringify([{ id }])}::jsonb then (
        select jsonb_agg(case when known ->> 'id' = ${id} then ${value} else known end order by position)
        from jsonb_array_elements(returns) with ordinality as listed (known, position)
      )
      else returns || ${value}
    end
    where id = ${orderId}`.execute(executor);
}

/** Keeps what the order tells about its payment, in the caller's transaction. */
export async function writeOrderPayment(executor: Executor, id: string, payment: OrderPayment): Promise<void> {
  await sql`update orders set payment = ${JSON.stringify(payment)}::jsonb where id = ${id}`.execute(executor);
}

export async function moveOrdersToAccount(executor: Executor, from: string, to: string, world: World): Promise<number> {
  const { numAffectedRows } = await sql`
    update orders set account_id = ${to} where account_id = ${from} and world = ${world}`.execute(executor);
  return Number(numAffectedRows ?? 0n);
}

export interface StatusCount extends Row<'orders', 'world' | 'retailer' | 'status'> {
  world: OrderRow['world'];
  status: OrderRow['status'];
  count: number;
}

/** How the orders stand that were made since then. */
export async function countOrdersSince(executor: Executor, since: Date): Promise<StatusCount[]> {
  const { rows } = await sql<StatusCount>`
    select world, retailer, status, count(*) as count from orders where created_at >= ${since}
    group by world, retailer, status`.execute(executor);
  return rows;
}

/** How much this deployment bought at a retailer, and when last. */
export async function countPurchasesAt(executor: Executor, world: World, retailer: string) {
  const { rows } = await sql<{ ordersPlaced: number; lastOrderAt: Date | null }>`
    select count(*) as "ordersPlaced", max(ended_at) as "lastOrderAt" from orders
    where world = ${world} and retailer = ${retailer} and status in ('order_placed', 'cancelled_by_retailer')`.execute(
    executor,
  );
  return rows[0] ?? { ordersPlaced: 0, lastOrderAt: null };
}
