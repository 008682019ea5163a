import type { Condition, SellerSelection } from '../../../connectors/contract.ts';
import type { JsonRow, Row, Tables } from '../../../platform/database/index.ts';
import type { ErrorType } from '../../../wire/index.ts';
import type { AuthorizedCard } from '../../money/top-ups/index.ts';
import type { OpenActionRow } from './actions/index.ts';
import type { AcceptedOrder } from './columns.ts';
import type { Concession } from './fulfillment.ts';
import type { OrderItemStatus, OrderStatus } from './model.ts';
import type { OrderExchange } from './order-exchange.ts';

/** Columns that change after acceptance. columns.ts has the others. */
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
  bought_by_desk: boolean;
  job_result: JobResult | null;
  /** Refunds for parts that the retailer canceled. */
  partly_refunded_cents: number;
  returns: OrderReturn[];
  payment: OrderPayment | null;
  last_attempt: LastAttempt | null;
  /** What the submitted cart left out. */
  concessions: Concession[] | null;
  /** How an order in another currency is paid; null: everything is in US dollars. */
  exchange: OrderExchange | null;
  /** The store of its brand that sells it; null: not decided, or the store has the retailer's name. */
  store: string | null;
}

/** Why the last attempt bought nothing, if it is retried. job_result says how the order ended. */
export interface LastAttempt {
  at: string;
  reason: ErrorType;
  message: string;
  next_at: string;
  /** Attempts that ended with a refusal that is retried once. */
  refusals: number;
}

/** How placement ended. */
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
    /** For stores in another currency. */
    payment_currency?: string;
    converted_payment_total?: number;
    /** Whether the store's prices contain tax. The amounts above do not. */
    tax_included?: boolean;
  } | null;
  estimated_delivery: string | null;
  merchant_order_ids: string[];
}

export interface OrderReturn {
  id: string;
  status: string;
  reason: string;
  /** What it added to the wallet. The order can be refunded by that much less. */
  credited_cents: number | null;
  created_at: string;
  updated_at: string;
}

/** How an agent paid for an order, and its refunds. */
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
  /** Units that the retailer canceled. */
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

export interface FullOrder extends OrderRow {
  items: ItemRow[];
  shipments: ShipmentRow[];
  /** Its actions, oldest first. */
  questions: OpenActionRow[];
  /** Its card payment; null if no card pays. */
  card: AuthorizedCard | null;
}
