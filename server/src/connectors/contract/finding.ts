import type { Cents } from '../../kit/money.ts';
import type { AnsweredAction } from './action.ts';
import type { EarlierAttempt, Purchase, PurchaseRecord } from './buying.ts';

export interface FindQuery extends PurchaseRecord, EarlierAttempt {
  /** Answers so far, without secrets. A person may have bought it. */
  answers?: readonly AnsweredAction[];
  /** The purchase may have fewer lines or units than the order. A possible part of it is never `absent`. */
  isBestEffort?: boolean;
  /** Maximum that the store may have charged. */
  maxPrice: Cents;
}

/**
 * How a connector finds a purchase without a handle. `reference`: the store stores our reference. `account_history`:
 * by lines, address and total in the account's order list. `none`: `find` is always `unsure` without a handle.
 */
export type Lookup = 'reference' | 'account_history' | 'none';

/** `absent` needs evidence: the store was asked and shows no purchase. Otherwise `unsure`, which never buys. */
export type FindAnswer =
  /** `content`: matched by lines, address and total only, so it may belong to another order. */
  | { kind: 'found'; purchase: Purchase; matchedBy?: 'content' }
  | { kind: 'absent' }
  /** `isFinal`: only an operator can find out. */
  | { kind: 'unsure'; message: string; isFinal?: true };

export interface HistoryQuery {
  since: Date;
  /** From the previous page, or null. */
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
