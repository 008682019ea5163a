import type { ReactNode } from 'react';
import { Link } from 'wouter';
import './table.css';

export interface Column<Row> {
  name: string;
  /** Only screen readers get the heading. */
  hideName?: boolean;
  cell(row: Row): ReactNode;
  /** Aligned to the right. */
  isNumber?: boolean;
  /** Hidden on small screens. */
  isMinor?: boolean;
  /** Takes a full row on a phone. */
  isWide?: boolean;
  /** Keeps its heading on a phone even as the first column. */
  isNamed?: boolean;
}

export interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  /** Link of a row. The first cell becomes the link, and the whole row is clickable. */
  linkOf?(row: Row): string;
  /** The rows are stale while new ones load. */
  isStale?: boolean;
  /** Makes rows selectable. */
  chosen?: Chosen<Row>;
}

interface Chosen<Row> {
  keys: ReadonlySet<string>;
  nameOf(row: Row): string;
  onChange(keys: ReadonlySet<string>): void;
}

/** A table that becomes a stack of cards on a phone. The roles keep it a table for screen readers. */
export function Table<Row>({ label, columns, rows, keyOf, linkOf, isStale = false, chosen }: TableProps<Row>) {
  const keys = rows.map(keyOf);
  return (
    <div className={isStale ? 'table-frame table-stale' : 'table-frame'}>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: a table laid out as blocks needs roles to be one. */}
      <table className="table" role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {chosen && (
              <th role="columnheader" scope="col" className="table-choice">
                <input
                  type="checkbox"
                  aria-label="Select all rows"
                  checked={keys.length > 0 && keys.every((key) => chosen.keys.has(key))}
                  onChange={(event) => chosen.onChange(new Set(event.target.checked ? keys : []))}
                />
              </th>
            )}
            {columns.map((column) => (
              <th key={column.name} role="columnheader" scope="col" className={classOf(column)}>
                <span className={column.hideName ? 'hidden' : undefined}>{column.name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row" className={linkOf ? 'table-link-row' : undefined}>
              {chosen && <ChoiceCell chosen={chosen} row={row} rowKey={keyOf(row)} />}
              {columns.map((column, index) => (
                <td
                  key={column.name}
                  role="cell"
                  className={classOf(column)}
                  data-name={column.hideName || (index === 0 && !column.isNamed) ? undefined : column.name}
                >
                  {index === 0 && linkOf ? (
                    <Link href={linkOf(row)} className="table-link">
                      {column.cell(row)}
                    </Link>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above. */}
    </div>
  );
}

const classOf = <Row,>({ isNumber, isMinor, isWide }: Column<Row>): string | undefined =>
  [isNumber && 'table-number', isMinor && 'table-minor', isWide && 'table-wide'].filter(Boolean).join(' ') || undefined;

function ChoiceCell<Row>({ chosen, row, rowKey }: { chosen: Chosen<Row>; row: Row; rowKey: string }) {
  const change = (isChosen: boolean) => {
    const next = new Set(chosen.keys);
    if (isChosen) next.add(rowKey);
    else next.delete(rowKey);
    chosen.onChange(next);
  };
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a table laid out as blocks needs roles to be one.
    <td role="cell" className="table-choice">
      <input
        type="checkbox"
        aria-label={`Select ${chosen.nameOf(row)}`}
        checked={chosen.keys.has(rowKey)}
        onChange={(event) => change(event.target.checked)}
      />
    </td>
  );
}
