import { Failure } from '../../../kit/failure.ts';
import { fieldsOf } from '../../../kit/fields.ts';
import { formatCents } from '../../../kit/money.ts';

interface Reasons {
  total_rows: number;
  invalid_rows: number;
  estimated_total_cents: number;
  wallet_balance_cents: number;
}

/** The details are the whole validation result. */
export function batchNotPlaceable<Validation extends Reasons>(validation: Validation): Failure {
  const message =
    validation.invalid_rows > 0
      ? `${validation.invalid_rows} of ${validation.total_rows} rows are invalid, so nothing was ordered. See details.rows.`
      : `Insufficient funds for this batch. It needs ${formatCents(validation.estimated_total_cents)} and ${formatCents(validation.wallet_balance_cents)} is available.`;
  return new Failure('batch_not_placeable', 409, message, { details: fieldsOf(validation) });
}

export const dayExceedsKeyLimit = (limit: number): string =>
  `This key can spend at most ${limit} cents per day (UTC), and this batch would exceed that.`;
