import type { Cents } from '../../kit/money.ts';
import type { Address, Blocked, PurchaseRecord, Refused } from './buying.ts';
import type { Unreachable } from './catalog.ts';

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

/** A parcel. Many stores ship without saying by whom or under which number. */
export interface Shipment {
  /** The store's own id of the parcel (a fulfilment, a label), the same at every report. */
  parcelId: string;
  carrier: string | null;
  trackingNumber: string | null;
  status: TrackingStatus;
  estimatedDeliveryDate: string | null;
  merchantOrderId: string | null;
  /** Empty where the store does not say what is in it. */
  lineIds: string[];
  checkpoints: Checkpoint[];
}

/** Part of a purchase that the store called off. Told at every report, under the same id. */
export interface PartialCancellation {
  id: string;
  lines: { lineId: string; quantity: number }[];
  /** What the store says it gave back for it; null: the price of these lines. */
  refunded: Cents | null;
  reason: string;
}

export interface TrackingReport {
  kind: 'tracked';
  shipments: Shipment[];
  /** Set when the store called the whole purchase off by itself. */
  cancelled: { reason: string } | null;
  /** Lines that were called off while the rest is still coming. */
  partlyCancelled: PartialCancellation[];
  /** When to ask again; null when nothing more will happen. */
  pollAfterMs: number | null;
}

export type TrackAnswer = TrackingReport | Unreachable;

export interface CancelQuery extends PurchaseRecord {
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
  purchase: PurchaseRecord;
  lines: { lineId: string; quantity: number }[];
  /** When it was asked for before without an answer: it may have been heard. Null: it was not. */
  askedAt: Date | null;
  /** What other returns of this purchase are about, as far as the store has them. */
  others: { lineId: string; quantity: number }[];
  reason: string;
  methodCode: string | null;
  explanation: string | null;
  returnAddress: Address | null;
  /** When the store approved it; null while it has not. */
  approvedAt: Date | null;
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

/** A refund in the store's records of a purchase. */
export interface StoreRefund {
  amount: Cents;
  /** Null where the store does not say. */
  at: Date | null;
  /**
   * What it is for; empty where the store does not say. Several of our lines are one line at the store when they mean the
   * same product.
   */
  lines: { lineIds: string[]; quantity: number }[];
  /** Why, as the store wrote it. */
  reason: string | null;
}

/** What the store says about the refund of a return that it approved. */
export type RefundAnswer =
  | { kind: 'waiting'; pollAfterMs: number }
  /** Null: what was paid for the items. A number: at most that much, for example less a restocking fee. */
  | { kind: 'refunded'; amount: Cents | null; message: string | null }
  /**
   * Everything that the store has refunded of the purchase. Which of it is for this return follows from the other returns.
   * `isSettled`: the store has the goods back and owes nothing more for them.
   */
  | { kind: 'reported'; refunds: StoreRefund[]; isSettled: boolean; pollAfterMs: number }
  /** The store rejected the goods after it inspected them. */
  | { kind: 'denied'; message: string }
  | Unreachable;

/** An invoice, credit note or receipt of a purchase. */
export interface StoreDocument {
  /** The store's own number of it, the same at every report. */
  id: string;
  kind: 'invoice' | 'credit_note' | 'receipt';
  /** The person who filed it; absent: the store wrote it. */
  filedBy?: string;
  name: string;
  contentType: 'application/pdf' | 'image/png' | 'image/jpeg';
  bytes: Uint8Array;
}

/** Every document of a purchase so far. `pollAfterMs`: when to ask again; null when nothing more will come. */
export type DocumentsAnswer = { kind: 'listed'; documents: StoreDocument[]; pollAfterMs: number | null } | Unreachable;

export type LoginAnswer = { kind: 'ok' } | Refused | Blocked;

/** `signatureId` names the signature of a message, which counts once. */
export type SignatureCheck = { kind: 'good'; signatureId: Buffer } | { kind: 'bad'; reason: string } | Unreachable;
