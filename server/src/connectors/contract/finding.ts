import type { Cents } from '../../kit/money.ts';
import type { AnsweredAction } from './action.ts';
import type { EarlierAttempt, Purchase, PurchaseRecord } from './buying.ts';

export interface FindQuery extends PurchaseRecord, EarlierAttempt {
  /** What people answered to this order so far, without secrets: a person may have bought it themselves. */
  answers?: readonly AnsweredAction[];
  /**
   * The purchase may have fewer lines or units than the order, and which is not recorded: nothing that could be a part of it
   * is `absent`, and the lines of a purchase are told as the store sold them.
   */
  isBestEffort?: boolean;
  /** The most that the store may have charged. */
  maxPrice: Cents;
}

/**
 * How a connector finds a purchase without a handle. `reference`: the store keeps our reference (a note, metadata, an
 * idempotency key). `account_history`: the account's order list shows a purchase with the same lines, address and total.
 * `none`: the store's records cannot be listed, so `find` is always `unsure` without a handle.
 */
export type Lookup = 'reference' | 'account_history' | 'none';

/**
 * `absent` needs evidence from the store: it was asked, and it shows no purchase. Without evidence the answer is
 * `unsure`, and `unsure` never buys.
 */
export type FindAnswer =
  /** `content`: recognized by lines, address and total alone, so another order may own it. */
  | { kind: 'found'; purchase: Purchase; matchedBy?: 'content' }
  | { kind: 'absent' }
  /** `isFinal`: asking the store again tells nothing new; only the operator can. */
  | { kind: 'unsure'; message: string; isFinal?: true };

export interface HistoryQuery {
  since: Date;
  /** From the page before; null for the first one. */
  cursor: string | null;
}

/** A purchase as the store's own history lists it. */
export interface HistoryEntry {
  reference: string;
  retailer: string;
  merchantOrderIds: string[];
  total: Cents;
  currency: string;
  placedAt: Date;
}

export interface HistoryPage {
  purchases: HistoryEntry[];
  /** Null on the last page. */
  next: string | null;
}
