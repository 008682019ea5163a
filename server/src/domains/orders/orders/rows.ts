import type { Condition, SellerSelection } from '../../../connectors/contract.ts';
import type { JsonRow, Row, Tables } from '../../../platform/database/index.ts';
import type { ErrorType } from '../../../wire/index.ts';
import type { AuthorizedCard } from '../../money/top-ups/index.ts';
import type { OpenActionRow } from './actions/index.ts';
import type { AcceptedOrder } from './columns.ts';
import type { Concession } from './fulfillment.ts';
import type { OrderItemStatus, OrderStatus } from './model.ts';
import type { OrderExchange } from './order-exchange.ts';

/** Columns that are written after an order was accepted; those that its client gives are in columns.ts. */
export const settledColumns = [
  'status',
  'bought_by_desk',
  'attempts',
  'job_result',
  'merchant_order_ids',
  'estimated_delivery',
  'late_since',
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
  'last_attempt',
  'concessions',
  'exchange',
  'store',
] as const satisfies (keyof Tables['orders'])[];

export interface OrderRow extends Omit<AcceptedOrder, 'options'>, Row<'orders', (typeof settledColumns)[number]> {
  status: OrderStatus;
  /** A person bought it at the desk. */
  bought_by_desk: boolean;
  job_result: JobResult | null;
  /** What came back for parts that the retailer called off. */
  partly_refunded_cents: number;
  returns: OrderReturn[];
  payment: OrderPayment | null;
  last_attempt: LastAttempt | null;
  /** What the cart that the button was pressed for did without. */
  concessions: Concession[] | null;
  /** How an order at a store in another currency is paid; null: everything is in US dollars. */
  exchange: OrderExchange | null;
  /** The store of its brand that it is bought at; null: not decided yet, or the one that is named like the retailer. */
  store: string | null;
}

/** Why the last attempt that is retried bought nothing. How an order ended is in its job_result. */
export interface LastAttempt {
  at: string;
  reason: ErrorType;
  message: string;
  /** When the next attempt starts. */
  next_at: string;
  /** How many attempts ended with a refusal that is retried once. */
  refusals: number;
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
    /** Of an order at a store in another currency. */
    payment_currency?: string;
    converted_payment_total?: number;
    /** Whether the store's prices contain tax; the amounts above do not. */
    tax_included?: boolean;
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
    | 'bought_quantity'
    | 'variant'
    | 'condition_in'
    | 'condition_not_in'
    | 'selection'
    | 'status'
    | 'cancelled_quantity'
    | 'refunded_quantity'
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
  /** Units that an operator refunded. */
  refunded_quantity: Tables['order_items']['refunded_quantity'];
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
export interface FullOrder extends OrderRow {
  items: ItemRow[];
  shipments: ShipmentRow[];
  /** What it asked people, oldest first. */
  questions: OpenActionRow[];
  /** How its card stands; null where no card pays. */
  card: AuthorizedCard | null;
}
