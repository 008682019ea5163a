/** A row's problems, by column. */
export interface RowProblems {
  byColumn: ReadonlyMap<string, string[]>;
  /** About the whole row, or about a column that the file does not have. */
  ofRow: string[];
  warnings: string[];
  /** Columns that the file does not have. */
  missingColumns: string[];
}

/** The service starts each problem with the column's name. */
export function sortProblems(errors: readonly string[], columns: readonly string[]): RowProblems {
  const byColumn = new Map<string, string[]>();
  const ofRow: string[] = [];
  const warnings: string[] = [];
  const missingColumns: string[] = [];
  for (const error of errors) {
    if (error.startsWith('Warning: ')) {
      warnings.push(error.slice('Warning: '.length));
      continue;
    }
    const named = columnsIn(error, columns);
    for (const column of named) byColumn.set(column, [...(byColumn.get(column) ?? []), error]);
    if (named.length > 0) continue;
    ofRow.push(error);
    const [, missing] = /^(\w+) is missing/.exec(error) ?? [];
    if (missing) missingColumns.push(missing);
  }
  return { byColumn, ofRow, warnings, missingColumns };
}

/** Both columns of "The columns a and b mean the same". */
function sameColumnsIn(error: string): string[] {
  const start = 'The columns ';
  const end = error.indexOf(' mean the same');
  if (!error.startsWith(start) || end === -1) return [];
  const names = error.slice(start.length, end);
  const between = names.lastIndexOf(' and ');
  return between === -1 ? [] : [names.slice(0, between), names.slice(between + ' and '.length)];
}

function columnsIn(error: string, columns: readonly string[]): string[] {
  const both = sameColumnsIn(error).filter((name) => columns.includes(name));
  if (both.length > 0) return both;
  // The longest match wins: "address 2" is not about "address".
  const fitting = columns.filter((name) => error.startsWith(`${name} `) || error.startsWith(`${name}: `));
  const longest = fitting.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? [] : [longest];
}

const isCurrencyColumn = (name: string): boolean => /^max[\s_-]*price[\s_-]*currency$/i.test(name.trim());

/** The currency of a row's maximum price. */
export function priceCurrencyOf(cells: Readonly<Record<string, string>>): string {
  const column = Object.keys(cells).find(isCurrencyColumn);
  const code = (column === undefined ? '' : (cells[column] ?? '')).trim().toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? code : 'USD';
}

export const isPriceColumn = (name: string): boolean => /^max[\s_-]*price([\s_-]*cents)?$/i.test(name.trim());
