import { type ReactNode, useState } from 'react';
import type { ListOrdersOutput } from '../../../../sdk/src/index.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { Checkbox, Select } from '../../ui/field.tsx';
import { OrderBadge, OrderName, OrderTotal } from '../../ui/order-name.tsx';
import type { Column } from '../../ui/table.tsx';
import { ShortId, TimeAgo } from '../../ui/text.tsx';

export type Listed = ListOrdersOutput['orders'][number];

export const pageSizes = [25, 50, 100, 200] as const;
const sizeOptions = pageSizes.map((size) => ({ value: String(size), label: `${size} per page` }));
const sortOptions = [
  { value: '', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'highest', label: 'Highest price first' },
  { value: 'lowest', label: 'Lowest price first' },
  { value: 'late', label: 'Most overdue first' },
];

/** Optional columns. The first column is always shown. */
const optional = ['Status', 'Recipient', 'PO number', 'Tracking number', 'Total', 'Ordered', 'ID'] as const;
type Optional = (typeof optional)[number];
export const usualColumns: readonly Optional[] = ['Status', 'Recipient', 'Total', 'Ordered', 'ID'];

const isOptional = (name: string): name is Optional => optional.some((known) => known === name);

const readColumns = (text: string | null): Optional[] | undefined => text?.split(',').filter(isOptional);

/** The shown columns: from the URL, or as chosen in this browser. */
export function useColumns(named: string | null): [readonly Optional[], (names: readonly Optional[]) => void] {
  const [own, setOwn] = useState(() => readColumns(readStored('order-columns')) ?? usualColumns);
  return [
    readColumns(named) ?? own,
    (next) => {
      writeStored('order-columns', next.join(','));
      setOwn(next);
    },
  ];
}

/** The status for people, and the API's status for developers. */
const Where = ({ order }: { order: Listed }) => (
  <span className="order-where">
    <OrderBadge order={order} withApiStatus />
  </span>
);

const cells: Record<Optional, Column<Listed>> = {
  Status: { name: 'Status', cell: (order) => <Where order={order} /> },
  Recipient: {
    name: 'Recipient',
    cell: ({ shipping_address: to }) => (
      <span className="break order-recipient">
        {to.first_name} {to.last_name}
      </span>
    ),
  },
  'PO number': { name: 'PO number', cell: (order) => order.po_number ?? <span className="quiet">–</span> },
  'Tracking number': {
    name: 'Tracking number',
    cell: (order) =>
      order.tracking_numbers[0] ? (
        <code>{order.tracking_numbers[0].tracking_number}</code>
      ) : (
        <span className="quiet">–</span>
      ),
  },
  Total: { name: 'Total', isNumber: true, cell: (order) => <OrderTotal order={order} /> },
  Ordered: { name: 'Ordered', cell: (order) => <TimeAgo at={order.created_at} /> },
  ID: { name: 'ID', isMinor: true, cell: (order) => <ShortId id={order.id} /> },
};

export function columnsWith(nameOf: (retailer: string) => string, names: readonly Optional[]): Column<Listed>[] {
  return [
    { name: 'Order', cell: (order) => <OrderName order={order} note={nameOf(order.retailer)} /> },
    ...optional.filter((name) => names.includes(name)).map((name) => cells[name]),
  ];
}

interface ListViewProps {
  sort: string;
  size: number;
  columns: readonly Optional[];
  onSort(sort: string): void;
  onSize(size: number): void;
  onColumns(names: readonly Optional[]): void;
  /** Shown before the column settings. */
  children: ReactNode;
}

/** Sort, page size and columns. */
export function ListView({ sort, size, columns, onSort, onSize, onColumns, children }: ListViewProps) {
  return (
    <div className="list-view">
      <Select
        label="Sort by"
        hideLabel
        options={sortOptions}
        value={sort}
        onChange={(event) => onSort(event.target.value)}
      />
      <Select
        label="Rows per page"
        hideLabel
        options={sizeOptions}
        value={String(size)}
        onChange={(event) => onSize(Number(event.target.value))}
      />
      {children}
      <details className="list-columns">
        <summary className="button button-plain button-normal">Columns</summary>
        <div className="list-columns-panel">
          {optional.map((name) => (
            <Checkbox
              key={name}
              label={cells[name].name}
              checked={columns.includes(name)}
              onChange={(event) =>
                onColumns(event.target.checked ? [...columns, name] : columns.filter((one) => one !== name))
              }
            />
          ))}
        </div>
      </details>
    </div>
  );
}
