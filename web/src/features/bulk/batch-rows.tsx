import { useState } from 'react';
import { Link } from 'wouter';
import type { GetBulkOrderOutput } from '../../../../sdk/src/index.ts';
import { useQueryParam } from '../../lib/address.ts';
import { formatNumber } from '../../lib/format.ts';
import { batchRowStatusLabels, orderPlaceOf } from '../../lib/labels.ts';
import { useOrderedProducts } from '../../lib/ordered-products.ts';
import { orderName } from '../../lib/products.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Choices } from '../../ui/field.tsx';
import { OrderBadge } from '../../ui/order-name.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';

type Row = GetBulkOrderOutput['rows'][number];

const views = ['all', 'pending', 'placed', 'failed', 'cancelled'] as const;
type View = (typeof views)[number];
const pageSize = 50;

const viewName = (view: View): string => (view === 'all' ? 'All' : batchRowStatusLabels[view].label);

const namedOrderOf = (row: Row) => ({
  metadata: {},
  items: row.product_urls.map((url) => ({ url, quantity: 1 })),
});

/** A row without an order is named from its URLs. */
function ProductText({ row }: { row: Row }) {
  return (
    <span className="break">
      {row.order_id === null ? orderName(namedOrderOf(row)) : <OrderedText row={row} id={row.order_id} />}
    </span>
  );
}

function OrderedText({ row, id }: { row: Row; id: string }) {
  const order = { ...namedOrderOf(row), id };
  return orderName(order, useOrderedProducts(order));
}

const columns: readonly Column<Row>[] = [
  // As in the file: the header is row 1.
  { name: 'Row', cell: (row) => formatNumber(row.index + 2), isNamed: true },
  { name: 'Recipient', cell: (row) => <span className="break">{row.recipient}</span> },
  { name: 'Product', cell: (row) => <ProductText row={row} /> },
  {
    name: 'Status',
    cell: ({ order_status, ...row }) =>
      order_status === null ? (
        <StatusBadge labels={batchRowStatusLabels} status={row.status} />
      ) : (
        <span className="order-where">
          <OrderBadge order={orderPlaceOf({ ...row, order_status })} withApiStatus />
        </span>
      ),
  },
  { name: 'Error', cell: (row) => <span className="break">{row.error ?? '–'}</span>, isWide: true },
  {
    name: 'Order',
    cell: (row) =>
      row.order_id ? (
        <Link href={`/app/orders/${row.order_id}`}>
          View<span className="hidden"> order for row {row.index + 2}</span>
        </Link>
      ) : (
        <span className="quiet">not created yet</span>
      ),
  },
];

export function BatchRows({ batch }: { batch: GetBulkOrderOutput }) {
  const [part, setPart] = useQueryParam('rows');
  const view = views.find((name) => name === part) ?? 'all';
  const [offset, setOffset] = useState(0);
  const counts = new Map<View, number>([['all', batch.rows.length]]);
  for (const { status } of batch.rows) counts.set(status, (counts.get(status) ?? 0) + 1);
  const rows = view === 'all' ? batch.rows : batch.rows.filter((row) => row.status === view);
  const start = offset < rows.length ? offset : 0;
  return (
    <Card isFlush>
      <div className="review-bar">
        <Choices
          label="Rows"
          name="rows"
          value={view}
          options={views
            .filter((name) => counts.has(name) || name === view)
            .map((name) => ({ value: name, label: `${viewName(name)} (${formatNumber(counts.get(name) ?? 0)})` }))}
          onChoose={(name) => {
            setPart(name === 'all' ? null : name);
            setOffset(0);
          }}
        />
      </div>
      {rows.length === 0 ? (
        <EmptyState icon="rows" title="No matching rows" />
      ) : (
        <Table
          label="Rows"
          columns={columns}
          rows={rows.slice(start, start + pageSize)}
          keyOf={(row) => String(row.index)}
        />
      )}
      <Pager
        offset={start}
        limit={pageSize}
        total={rows.length}
        onMove={setOffset}
        labels={{ before: 'Previous', after: 'Next' }}
      />
    </Card>
  );
}
