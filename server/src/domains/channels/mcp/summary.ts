import { describePurchase, type PurchaseSummary } from '../../orders/orders/index.ts';
import { digestOf } from './model.ts';

/** What a person approves; `max_price` is the summary's `max_price_cents` in the API. */
export interface Summary extends PurchaseSummary {
  price_components: NonNullable<PurchaseSummary['price_components']>;
  max_price: number;
}

/** Approvals of earlier versions have fewer fields and are bound to the arguments only. */
export const isCompleteSummary = (summary: Partial<Summary>): summary is Summary => summary.ship_to !== undefined;

/** The digest an approval is bound to: the arguments and everything that the person was shown. */
export const approvalDigest = (order: unknown, summary: Partial<Summary>): string =>
  digestOf(isCompleteSummary(summary) ? { order, shown: summary } : order);

/** The purchase as text, for a form. */
export const summaryText = (summary: Partial<Summary>, expiresAt: Date): string =>
  [
    "Approve this purchase? The order won't be placed until you approve it.",
    isCompleteSummary(summary) ? describePurchase(summary, expiresAt) : '',
  ]
    .join('\n\n')
    .trim();
