import { blocks, refusals } from '../../../connectors/contract.ts';

/** Why an order failed: what a store said, and what came of the order itself. */
export const errorTypes = [
  ...refusals,
  ...blocks,
  'outcome_unknown',
  'timed_out',
  'price_changed',
  'action_expired',
  'approval_denied',
] as const;
export type ErrorType = (typeof errorTypes)[number];
