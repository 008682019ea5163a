/** What is wrong with a row, sorted by where it is wrong. */
export interface RowProblems {
  byColumn: ReadonlyMap<string, string[]>;
  /** What concerns the row as a whole, or a column that the file does not have. */
  ofRow: string[];
  warnings: string[];
  /** Columns that the file lacks altogether. */
  missingColumns: string[];
}

/** The service tells problems in words that begin with the column's name. */
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

/** "The columns a and b mean the same": a and b. */
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
  // The longest name that fits: "address" must not take what is about "address 2".
  const fitting = columns.filter((name) => error.startsWith(`${name} `) || error.startsWith(`${name}: `));
  const longest = fitting.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? [] : [longest];
}

export const isPriceColumn = (name: string): boolean => /^max[\s_-]*price([\s_-]*cents)?$/i.test(name.trim());
