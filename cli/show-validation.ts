import type { ValidateBulkOrderOutput } from '../sdk/src/index.ts';
import { count, money, plain, table } from './format.ts';

export const isPlaceable = (result: ValidateBulkOrderOutput): boolean =>
  result.invalid_rows === 0 && result.sufficient_funds;

const rowsShown = 50;

/** In each currency. Cards pay in US dollars too, so a batch without other currencies costs the estimate. */
function costOf({ holds, estimated_total_cents, wallet_balance_cents }: ValidateBulkOrderOutput) {
  const used = holds.filter(({ amount }) => amount > 0);
  if (used.some(({ currency }) => currency !== 'USD')) return used;
  return [{ currency: 'USD', amount: estimated_total_cents, available: wallet_balance_cents }];
}

/** Prints a validation result: totals, cost, and each row that needs attention. */
export function showValidation(result: ValidateBulkOrderOutput, lineNumbers: number[]): string {
  const { valid_rows: valid, invalid_rows: invalid } = result;
  const cost = costOf(result);
  const total = cost.map(({ amount, currency }) => money(amount, currency)).join(' and ');
  const wallet = cost.map(({ available, currency }) => money(available, currency)).join(' and ');
  const noted = result.rows.filter((row) => row.errors.length > 0);
  const rows = noted
    .slice(0, rowsShown)
    .map((row) => [
      [String(lineNumbers[row.index] ?? row.index + 2)],
      [row.ok ? 'ok' : 'invalid'],
      [plain(row.recipient ?? '')],
      row.errors.map(plain),
    ]);
  return [
    `${plain(result.filename ?? 'The file')}: ${count(result.total_rows, 'row')}, ${valid} valid, ${invalid} invalid.\n`,
    `Maximum cost: ${total}. Available: ${wallet} (${result.sufficient_funds ? 'enough' : 'not enough'}).\n`,
    ...(rows.length > 0 ? ['\n', table(['Line', 'Status', 'Recipient', 'Problem'], rows)] : []),
    ...(noted.length > rowsShown ? [`  … and ${noted.length - rowsShown} more rows.\n`] : []),
  ].join('');
}
