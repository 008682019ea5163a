import type { ValidateBulkOrderOutput } from '../../../../sdk/src/index.ts';

/** A file before it is placed, with corrected cells. */
export interface Draft {
  filename: string;
  columns: string[];
  rows: DraftRow[];
}

export interface DraftRow {
  id: number;
  /** Row number in the file. */
  lineNumber: number;
  cells: Record<string, string>;
}

/** The service's check of a draft. */
export interface Verdict {
  draft: Draft;
  result: ValidateBulkOrderOutput;
  byRow: ReadonlyMap<number, RowVerdict>;
}

export interface RowVerdict {
  row: DraftRow;
  isOk: boolean;
  errors: string[];
}

export function draftOf(file: {
  name: string;
  columns: string[];
  rows: Record<string, string>[];
  lineNumbers: number[];
}): Draft {
  const rows = file.rows.map((cells, index) => ({
    id: index,
    lineNumber: file.lineNumbers[index] ?? index + 2,
    cells,
  }));
  return { filename: file.name.slice(0, 255), columns: file.columns, rows };
}

export function verdictOf(draft: Draft, result: ValidateBulkOrderOutput): Verdict {
  const byRow = new Map<number, RowVerdict>();
  for (const { index, ok, errors } of result.rows) {
    const row = draft.rows[index];
    if (row) byRow.set(row.id, { row, isOk: ok, errors });
  }
  return { draft, result, byRow };
}

type WalletHold = ValidateBulkOrderOutput['holds'][number];

/**
 * What a batch can cost in each currency. Cards pay in US dollars too, so a batch without other currencies costs the estimate.
 */
export function costOf({ holds, estimated_total_cents, wallet_balance_cents }: ValidateBulkOrderOutput): WalletHold[] {
  const used = holds.filter(({ amount }) => amount > 0);
  if (used.some(({ currency }) => currency !== 'USD')) return used;
  return [{ currency: 'USD', amount: estimated_total_cents, available: wallet_balance_cents }];
}

export const bodyOf = (draft: Draft) => ({
  filename: draft.filename,
  rows: draft.rows.map((row) => row.cells),
});

export function setCell(draft: Draft, rowId: number, column: string, text: string): Draft {
  return changeRows(draft, (row) => (row.id === rowId ? { ...row.cells, [column]: text } : null));
}

/** Replaces a value in every row that has it. */
export function replaceInColumn(draft: Draft, column: string, from: string, to: string): Draft {
  return changeRows(draft, (row) => (row.cells[column] === from ? { ...row.cells, [column]: to } : null));
}

export const countInColumn = (draft: Draft, column: string, text: string): number =>
  draft.rows.filter((row) => row.cells[column] === text).length;

export function addColumn(draft: Draft, column: string, text: string): Draft {
  const filled = changeRows(draft, (row) => ({ ...row.cells, [column]: text }));
  return { ...filled, columns: [...draft.columns, column] };
}

export const removeRows = (draft: Draft, ids: ReadonlySet<number>): Draft => ({
  ...draft,
  rows: draft.rows.filter((row) => !ids.has(row.id)),
});

/** Unchanged rows stay the same objects, which tells the changed ones apart. */
function changeRows(draft: Draft, change: (row: DraftRow) => Record<string, string> | null): Draft {
  const rows = draft.rows.map((row) => {
    const cells = change(row);
    return cells === null ? row : { ...row, cells };
  });
  return { ...draft, rows };
}
