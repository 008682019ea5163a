import { Failure } from '../../../kit/failure.ts';
import { fieldsOf } from '../../../kit/fields.ts';
import { formatCents } from '../../../kit/money.ts';

interface Reasons {
  total_rows: number;
  invalid_rows: number;
  estimated_total_cents: number;
  wallet_balance_cents: number;
}

/** Details are the whole validation result, so that the client need not ask again. */
export function batchNotPlaceable<Validation extends Reasons>(validation: Validation): Failure {
  const message =
    validation.invalid_rows > 0
      ? `${validation.invalid_rows} of ${validation.total_rows} rows cannot be ordered, so none was: details.rows says why.`
      : `The wallet does not cover the batch: it needs ${formatCents(validation.estimated_total_cents)} and ${formatCents(validation.wallet_balance_cents)} is available.`;
  return new Failure('batch_not_placeable', 409, message, { details: fieldsOf(validation) });
}

export const dayExceedsKeyLimit = (limit: number): string =>
  `This key may spend at most ${limit} cents per day (UTC), and this batch would pass that.`;
