import type { ValidateBulkOrderOutput } from '../sdk/src/index.ts';
import { count, dollars, plain, table } from './format.ts';

export const isPlaceable = (result: ValidateBulkOrderOutput): boolean =>
  result.invalid_rows === 0 && result.sufficient_funds;

const rowsShown = 50;

/** Prints a validation result: totals, cost, and each row that needs attention. */
export function showValidation(result: ValidateBulkOrderOutput, lineNumbers: number[]): string {
  const { valid_rows: valid, invalid_rows: invalid, estimated_total_cents: total } = result;
  const wallet = dollars(result.wallet_balance_cents);
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
    `Maximum cost: ${dollars(total)}. Available: ${wallet} (${result.sufficient_funds ? 'enough' : 'not enough'}).\n`,
    ...(rows.length > 0 ? ['\n', table(['Line', 'Status', 'Recipient', 'Problem'], rows)] : []),
    ...(noted.length > rowsShown ? [`  … and ${noted.length - rowsShown} more rows.\n`] : []),
  ].join('');
}
