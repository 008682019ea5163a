import { describePurchase, type PurchaseSummary } from '../../orders/orders/index.ts';
import { digestOf } from './model.ts';

/** What a person is asked about; `max_price` is what the API calls `max_price_cents` of the summary. */
export interface Summary extends PurchaseSummary {
  price_components: NonNullable<PurchaseSummary['price_components']>;
  max_price: number;
}

/** Approvals that an earlier version kept say less, and are bound to the arguments alone. */
export const isCompleteSummary = (summary: Partial<Summary>): summary is Summary => summary.ship_to !== undefined;

/** What an approval is bound to: the arguments, and all that the person was shown. */
export const approvalDigest = (order: unknown, summary: Partial<Summary>): string =>
  digestOf(isCompleteSummary(summary) ? { order, shown: summary } : order);

/** The purchase in words, for a form that can show nothing else. */
export const summaryText = (summary: Partial<Summary>, expiresAt: Date): string =>
  [
    'Approve this purchase? Nothing is bought until you approve.',
    isCompleteSummary(summary) ? describePurchase(summary, expiresAt) : '',
  ]
    .join('\n\n')
    .trim();
