import type { World } from '../kit/world.ts';

interface OfOrder {
  orderId: string;
  /** When it happened, in ISO 8601; who publishes it need not say. */
  at?: string;
}

/** A parcel as it was at the moment of an event, without its scans. */
export interface ParcelSnapshot {
  id: string;
  parcel_id: string;
  carrier: string | null;
  tracking_number: string | null;
  status: 'pending' | 'in_transit' | 'delivered' | 'undeliverable';
  estimated_delivery_date: string | null;
  merchant_order_id: string | null;
  item_ids: string[];
  created_at: string;
}

interface OfParcels extends OfOrder {
  shipments: ParcelSnapshot[];
}

interface OfReturn extends OfOrder {
  returnId: string;
}

interface ResolvedReturn extends OfReturn {
  /** What it became then: it may have moved on before anybody hears of it. */
  status?: 'approved' | 'denied' | 'credited';
  /** The retailer had approved it before, and its refund came or was refused. */
  wasApproved?: boolean;
}

interface OfCancellation extends OfOrder {
  cancellationId: string;
}

interface OfAction extends OfOrder {
  actionId: string;
}

interface OfRefund extends OfOrder {
  refundId: string;
}

interface OfBatch {
  batchId: string;
  at?: string;
}

interface OfManagedAccount {
  managedAccountId: string;
  at?: string;
}

interface OfPolicy {
  at?: string;
  accountId: string;
  world: World;
  policyId: string;
  rule: string;
  periodStart: string;
  percent: number;
  limit: number;
  used: number;
}

/** What an event sent to endpoints can be about, and what Errand must know to read that object. */
export interface Subjects {
  order: OfOrder;
  return: OfReturn;
  case: OfOrder;
  bulk: OfBatch;
  policy: OfPolicy;
  managed_account: OfManagedAccount;
}

/** The event types of the current API. The OpenAPI document, the SDK, the pages and the docs take them from here. */
export const eventTypes = {
  'order.created': { subject: 'order', title: 'Order created', description: 'Errand accepted an order' },
  'order.placed': { subject: 'order', title: 'Order placed', description: 'Errand placed an order with the store' },
  'order.failed': { subject: 'order', title: 'Order failed', description: 'An order could not be placed' },
  'order.cancelled': {
    subject: 'order',
    title: 'Order canceled',
    description: 'An order was canceled before it was placed',
  },
  'order.cancelled_by_retailer': {
    subject: 'order',
    title: 'Order canceled by the store',
    description: 'The store canceled an order',
  },
  'order.refunded': {
    subject: 'order',
    title: 'Order refunded',
    description: 'Support refunded all or part of an order',
  },
  'order.action_required': {
    subject: 'order',
    title: 'Action required',
    description: 'An order is waiting for someone to take action',
  },
  'order.late': {
    subject: 'order',
    title: 'Order late',
    description: 'A package in an order is late',
  },
  'tracking.obtained': {
    subject: 'order',
    title: 'Tracking number received',
    description: 'An order got its first tracking number',
  },
  'tracking.updated': {
    subject: 'order',
    title: 'Tracking updated',
    description: 'A package has new tracking information',
  },
  'return.updated': {
    subject: 'return',
    title: 'Return updated',
    description: 'A return was requested or resolved',
  },
  'case.updated': { subject: 'case', title: 'Case updated', description: 'A case has a new message or status' },
  'bulk.completed': {
    subject: 'bulk',
    title: 'Bulk order completed',
    description: 'The last order in a batch was completed',
  },
  'policy.alert': {
    subject: 'policy',
    title: 'Spending alert',
    description: 'Spending reached 50%, 80% or 100% of a limit',
  },
  'managed_account.paused': {
    subject: 'managed_account',
    title: 'Retailer account paused',
    description: 'A retailer account was paused',
  },
} as const satisfies Record<string, { subject: keyof Subjects; title: string; description: string }>;

export type EventType = keyof typeof eventTypes;

/** The webhook fields of `/v1` requests. */
export const webhookEvents = [
  'request_succeeded',
  'request_failed',
  'tracking_obtained',
  'tracking_updated',
  'status_updated',
  'case_updated',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Every event that Errand publishes, and what it carries. */
export interface EventPayloads {
  'order.created': OfOrder;
  'order.started': OfOrder;
  /** Back to pending: the attempt bought nothing and will be made again. */
  'order.waiting': OfOrder;
  'order.action_required': OfAction;
  'order.action_answered': OfAction;
  'order.placed': OfOrder;
  'order.failed': OfOrder;
  'order.cancelled': OfOrder;
  'order.cancelled_by_retailer': OfOrder;
  'order.late': OfOrder;
  'order.refunded': OfRefund;
  'tracking.obtained': OfParcels;
  'tracking.updated': OfParcels;
  'case.updated': OfOrder;
  'return.requested': OfReturn;
  'return.resolved': ResolvedReturn;
  'cancellation.succeeded': OfCancellation;
  'cancellation.failed': OfCancellation;
  'bulk.completed': OfBatch;
  'managed_account.paused': OfManagedAccount;
  'top_up.paid': { topUpId: string; at?: string };
  'policy.alert': OfPolicy;
}

export type EventName = keyof EventPayloads;

/** The event types whose subject can be read from such a payload. */
type TypeFor<Payload> = {
  [Type in EventType]: Payload extends Subjects[(typeof eventTypes)[Type]['subject']] ? Type : never;
}[EventType];

interface Announced<Payload> {
  /** The event type that endpoints get; null: none. */
  type: TypeFor<Payload> | null;
  /** The webhooks of `/v1` that get it. A return sends the one of the two that fits its status. */
  legacy: readonly WebhookEvent[];
  /** The status that the event gave its order; null: it says nothing about it. */
  orderStatus: string | null;
  /** Whether it happens to its subject at most once, and so keeps its id when a restored database publishes it again. */
  isOnce: boolean;
}

/** Who is notified of each event, and how. */
export const announcements = {
  'order.created': { type: 'order.created', legacy: [], orderStatus: 'pending', isOnce: true },
  'order.started': { type: null, legacy: ['status_updated'], orderStatus: 'in_progress', isOnce: false },
  'order.waiting': { type: null, legacy: ['status_updated'], orderStatus: 'pending', isOnce: false },
  'order.action_required': { type: 'order.action_required', legacy: [], orderStatus: null, isOnce: false },
  'order.action_answered': { type: null, legacy: [], orderStatus: null, isOnce: false },
  'order.placed': {
    type: 'order.placed',
    legacy: ['request_succeeded', 'status_updated'],
    orderStatus: 'order_placed',
    isOnce: true,
  },
  'order.failed': {
    type: 'order.failed',
    legacy: ['request_failed', 'status_updated'],
    orderStatus: 'order_failed',
    isOnce: true,
  },
  'order.cancelled': {
    type: 'order.cancelled',
    legacy: ['request_failed', 'status_updated'],
    orderStatus: 'cancelled',
    isOnce: true,
  },
  'order.cancelled_by_retailer': {
    type: 'order.cancelled_by_retailer',
    legacy: ['status_updated'],
    orderStatus: 'cancelled_by_retailer',
    isOnce: true,
  },
  'order.late': { type: 'order.late', legacy: [], orderStatus: null, isOnce: false },
  'order.refunded': { type: 'order.refunded', legacy: [], orderStatus: null, isOnce: false },
  'tracking.obtained': {
    type: 'tracking.obtained',
    legacy: ['tracking_obtained'],
    orderStatus: 'order_placed',
    isOnce: false,
  },
  'tracking.updated': {
    type: 'tracking.updated',
    legacy: ['tracking_updated'],
    orderStatus: 'order_placed',
    isOnce: false,
  },
  'case.updated': { type: 'case.updated', legacy: ['case_updated'], orderStatus: null, isOnce: false },
  'return.requested': { type: 'return.updated', legacy: [], orderStatus: null, isOnce: true },
  'return.resolved': {
    type: 'return.updated',
    legacy: ['request_succeeded', 'request_failed'],
    orderStatus: null,
    isOnce: true,
  },
  'cancellation.succeeded': { type: null, legacy: ['request_succeeded'], orderStatus: null, isOnce: false },
  'cancellation.failed': { type: null, legacy: ['request_failed'], orderStatus: null, isOnce: false },
  'bulk.completed': { type: 'bulk.completed', legacy: [], orderStatus: null, isOnce: true },
  'managed_account.paused': { type: 'managed_account.paused', legacy: [], orderStatus: null, isOnce: false },
  'top_up.paid': { type: null, legacy: [], orderStatus: null, isOnce: false },
  'policy.alert': { type: 'policy.alert', legacy: [], orderStatus: null, isOnce: false },
} as const satisfies { [Name in EventName]: Announced<EventPayloads[Name]> };
