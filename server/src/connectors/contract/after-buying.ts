import type { Cents } from '../../kit/money.ts';
import type { Address, Blocked, Refused, StoreAccount } from './buying.ts';
import type { Unreachable } from './catalogue.ts';

export const trackingStatuses = ['pending', 'in_transit', 'delivered', 'undeliverable'] as const;
export type TrackingStatus = (typeof trackingStatuses)[number];

export interface Checkpoint {
  time: Date;
  status: TrackingStatus;
  /** The carrier's own words. */
  message: string;
  city: string | null;
  state: string | null;
  country: string | null;
  zip: string | null;
  location: string | null;
  outForDelivery: boolean;
}

export interface Shipment {
  carrier: string;
  trackingNumber: string;
  status: TrackingStatus;
  estimatedDeliveryDate: string | null;
  merchantOrderId: string | null;
  lineIds: string[];
  checkpoints: Checkpoint[];
}

export interface TrackQuery {
  reference: string;
  retailer: string;
  merchantOrderIds: string[];
  account: StoreAccount | null;
}

export interface TrackAnswer {
  shipments: Shipment[];
  /** Set when the store called the purchase off by itself. */
  cancelled: { reason: string } | null;
  /** When to ask again; null when nothing more will happen. */
  pollAfterMs: number | null;
}

export interface CancelQuery extends TrackQuery {
  merchantOrderId: string;
}

export type CancelAnswer =
  | { kind: 'cancelled' }
  | { kind: 'refused'; message: string }
  | { kind: 'pending'; pollAfterMs: number }
  | Unreachable;

export interface ReturnOptions {
  reasonCodes: readonly string[];
  methodCodes: readonly string[];
  /** The method by which goods are handed in at a counter: the only one whose refunds need no person. */
  dropOffCode?: string;
  /** Reasons that the store takes only with an explanation. */
  reasonsToExplain?: readonly string[];
}

export interface ReturnRequest {
  /** Our name for this return: its id. */
  reference: string;
  purchase: TrackQuery;
  lines: { lineId: string; quantity: number }[];
  reason: string;
  methodCode: string | null;
  explanation: string | null;
  returnAddress: Address | null;
}

export interface ReturnParcel {
  carrier: string;
  trackingNumber: string;
  from: Address;
  to: Address;
}

export type ReturnAnswer =
  | { kind: 'open'; merchantReturnId: string | null; pollAfterMs: number }
  | { kind: 'approved'; merchantReturnId: string; parcels: ReturnParcel[]; returnBy: string | null }
  | { kind: 'denied'; message: string }
  /** The store refunds without wanting it back. Null: what was paid for it; a number: at most that much. */
  | { kind: 'credited'; amount: Cents | null; message: string }
  | Unreachable;

export type LoginAnswer = { kind: 'ok' } | Refused | Blocked;
