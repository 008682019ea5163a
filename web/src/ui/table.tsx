import type { ReactNode } from 'react';
import { Link } from 'wouter';
import './table.css';

export interface Column<Row> {
  name: string;
  /** The heading is read out but not shown. */
  hideName?: boolean;
  cell(row: Row): ReactNode;
  /** Numbers stand at the end. */
  isNumber?: boolean;
  /** Left out where there is little room. */
  isMinor?: boolean;
  /** Takes a whole line on a phone. */
  isWide?: boolean;
}

interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  /** Where a row leads to; its first cell becomes the link and the whole row can be clicked. */
  linkOf?(row: Row): string;
  /** Older rows are shown while newer ones are on their way. */
  isStale?: boolean;
}

/** A table that turns into a stack of cards on a phone. The roles keep it a table for screen readers there too. */
export function Table<Row>({ label, columns, rows, keyOf, linkOf, isStale = false }: TableProps<Row>) {
  return (
    <div className={isStale ? 'table-frame table-stale' : 'table-frame'}>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: a table laid out as blocks is one only by its roles. */}
      <table className="table" role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
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
              {columns.map((column, index) => (
                <td
                  key={column.name}
                  role="cell"
                  className={classOf(column)}
                  data-name={column.hideName || index === 0 ? undefined : column.name}
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
