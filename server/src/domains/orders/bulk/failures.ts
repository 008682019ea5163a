import { Failure } from '../../../kit/failure.ts';
import { fieldsOf } from '../../../kit/fields.ts';
import { formatMoney } from '../../../kit/money.ts';

interface Reasons {
  total_rows: number;
  invalid_rows: number;
  holds: readonly { currency: string; amount: number; available: number }[];
}

/** The details are the whole validation result. */
export function batchNotPlaceable<Validation extends Reasons>(validation: Validation): Failure {
  const { invalid_rows: invalid, total_rows: total, holds } = validation;
  const message =
    invalid > 0
      ? `${invalid} of ${total} rows are invalid, so nothing was ordered. See details.rows.`
      : shortageText(holds);
  return new Failure('batch_not_placeable', 409, message, { details: fieldsOf(validation) });
}

function shortageText(holds: Reasons['holds']): string {
  const short = holds.find(({ amount, available }) => amount > available);
  if (!short) return 'Insufficient funds for this batch.';
  const { amount, available, currency } = short;
  const [needed, there] = [formatMoney({ amount, currency }), formatMoney({ amount: available, currency })];
  return `Insufficient funds for this batch. It needs ${needed} and ${there} is available.`;
}

export const dayExceedsKeyLimit = (limit: number): string =>
  `This key can spend at most ${limit} cents per day (UTC), and this batch would exceed that.`;
