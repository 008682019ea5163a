import type { Cents } from '../../kit/money.ts';
import type { Address, Blocked, PurchaseRecord, Refused } from './buying.ts';
import type { Unreachable } from './catalog.ts';

export const trackingStatuses = ['pending', 'in_transit', 'delivered', 'undeliverable'] as const;
export type TrackingStatus = (typeof trackingStatuses)[number];

export interface Checkpoint {
  time: Date;
  status: TrackingStatus;
  message: string;
  city: string | null;
  state: string | null;
  country: string | null;
  zip: string | null;
  location: string | null;
  outForDelivery: boolean;
}

/** A parcel. Carrier and number may be unknown. */
export interface Shipment {
  /** The store's stable ID of the parcel. */
  parcelId: string;
  carrier: string | null;
  trackingNumber: string | null;
  status: TrackingStatus;
  estimatedDeliveryDate: string | null;
  merchantOrderId: string | null;
  /** Empty if unknown. */
  lineIds: string[];
  checkpoints: Checkpoint[];
}

/** A partial cancellation by the store. Reported every time with the same ID. */
export interface PartialCancellation {
  id: string;
  lines: { lineId: string; quantity: number }[];
  /** The store's refund. Null: the price of these lines. */
  refunded: Cents | null;
  reason: string;
}

export interface TrackingReport {
  kind: 'tracked';
  shipments: Shipment[];
  /** Set if the store canceled the whole purchase. */
  cancelled: { reason: string } | null;
  /** Canceled lines while the rest ships. */
  partlyCancelled: PartialCancellation[];
  /** When to check again. Null: never. */
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
  /** Drop-off at a counter, the only method with automatic refunds. */
  dropOffCode?: string;
  /** Reasons that need an explanation. */
  reasonsToExplain?: readonly string[];
}

export interface ReturnRequest {
  /** Our name for this return: its id. */
  reference: string;
  purchase: PurchaseRecord;
  lines: { lineId: string; quantity: number }[];
  /** When an earlier request lost its response, so it may have arrived. Null: none did. */
  askedAt: Date | null;
  /** Other returns of this purchase at the store. */
  others: { lineId: string; quantity: number }[];
  reason: string;
  methodCode: string | null;
  explanation: string | null;
  returnAddress: Address | null;
  /** When the store approved it, or null. */
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
  /** The store refunds without a return. Null: the full price; a number: at most that much. */
  | { kind: 'credited'; amount: Cents | null; message: string }
  | Unreachable;

/** A refund in the store's records of a purchase. */
export interface StoreRefund {
  amount: Cents;
  /** Null if unknown. */
  at: Date | null;
  /** Empty if unknown. Several of our lines may be one line at the store. */
  lines: { lineIds: string[]; quantity: number }[];
  /** The store's reason. */
  reason: string | null;
}

/** What the store says about the refund of a return that it approved. */
export type RefundAnswer =
  | { kind: 'waiting'; pollAfterMs: number }
  /** Null: the full price. A number: at most that much, for example less a restocking fee. */
  | { kind: 'refunded'; amount: Cents | null; message: string | null }
  /**
   * All refunds of the purchase, from which this return's share follows. `isSettled`: the store received the items
   * and owes nothing more.
   */
  | { kind: 'reported'; refunds: StoreRefund[]; isSettled: boolean; pollAfterMs: number }
  /** Not all refunds can be read, so a part could be lost. Operators see it, and the store is asked again. */
  | { kind: 'unreadable'; message: string; pollAfterMs: number }
  /** The store rejected the goods after it inspected them. */
  | { kind: 'denied'; message: string }
  | Unreachable;

/** An invoice, credit note or receipt of a purchase. */
export interface StoreDocument {
  /** The store's stable ID. */
  id: string;
  kind: 'invoice' | 'credit_note' | 'receipt';
  /** Who filed it. Absent: the store. */
  filedBy?: string;
  name: string;
  contentType: 'application/pdf' | 'image/png' | 'image/jpeg';
  bytes: Uint8Array;
}

export const documentBytesMax = 5 * 1024 * 1024;

export interface DocumentsQuery {
  /** IDs that are filed or can't be: not needed again. */
  known: ReadonlySet<string>;
  /** Where the last answer stopped, or null. */
  resume: string | null;
}

/**
 * New documents. `unusable`: IDs that the store has, but that can't be fetched. `resume`: passed to the next call.
 * `pollAfterMs`: when to check again, or null.
 */
export type DocumentsAnswer =
  | {
      kind: 'listed';
      documents: StoreDocument[];
      unusable?: string[];
      resume?: string;
      pollAfterMs: number | null;
    }
  | Unreachable;

export type LoginAnswer = { kind: 'ok' } | Refused | Blocked;

/** `signatureId`: each signature is accepted once. */
export type SignatureCheck = { kind: 'good'; signatureId: Buffer } | { kind: 'bad'; reason: string } | Unreachable;
