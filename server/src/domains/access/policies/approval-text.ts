import { formatCents } from '../../../kit/money.ts';
import type { Finding } from './model.ts';

const approvalTexts: Record<string, string> = {
  'approve.new_retailer': 'The spending policy requires approval for the first order from a store.',
  'approve.new_address': 'The spending policy requires approval for the first order to a new address.',
  'approve.first_order': 'The spending policy requires approval for the first order.',
  'retailers.allow': 'This store is not on the list of allowed stores.',
  deny_words: 'The product title could not be checked for blocked words.',
  default: 'The spending policy requires approval for every order.',
};

/** Why a rule asks, as text for the approver. */
export function approvalText({ rule, limit }: Pick<Finding, 'rule' | 'limit'>): string {
  if (rule === 'approve.above_cents' && typeof limit === 'number') {
    return `The spending policy requires approval for orders above ${formatCents(limit)}.`;
  }
  return approvalTexts[rule] ?? 'A spending policy requires approval for this order.';
}
