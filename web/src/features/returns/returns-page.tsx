import { useState } from 'react';
import type { ListReturnsInput, ListReturnsOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { keysOf } from '../../lib/fields.ts';
import { plural } from '../../lib/format.ts';
import { returnReasonLabels, returnStatusLabels } from '../../lib/labels.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Input, Select } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ShortId, TimeAgo } from '../../ui/text.tsx';
import './returns.css';

type Entry = ListReturnsOutput['return_requests'][number];
type Status = NonNullable<ListReturnsInput['status']>;

const pageSize = 25;
const statusOptions = [
  { value: '' as const, label: 'All' },
  ...keysOf(returnStatusLabels).map((value) => ({ value, label: returnStatusLabels[value].label })),
];

const columns: readonly Column<Entry>[] = [
  { name: 'Reason', cell: (entry) => returnReasonLabels[entry.reason] },
  { name: 'Status', cell: (entry) => <StatusBadge words={returnStatusLabels} status={entry.status} /> },
  {
    name: 'Items',
    cell: (entry) =>
      plural(
        entry.items.reduce((sum, item) => sum + item.quantity, 0),
        'piece',
      ),
  },
  { name: 'Labels', cell: (entry) => entry.label_urls.length || '–', isNumber: true, isMinor: true },
  { name: 'Order', cell: (entry) => <ShortId id={entry.order_id} /> },
  { name: 'Requested', cell: (entry) => <TimeAgo at={entry.created_at} /> },
];

export function ReturnsPage() {
  const [status, setStatus] = useState<Status | ''>('');
  const [search, setSearch] = useState('');
  const [offset, setOffset] = useState(0);
  const filter = { ...(status ? { status } : {}), ...(search.trim() ? { search: search.trim() } : {}) };
  const returns = useData(
    ['returns', filter, offset],
    (api, options) => api.listReturns({ ...filter, limit: pageSize, offset }, options),
    {
      keepPrevious: true,
      refresh: (data) => (data?.return_requests.some((entry) => entry.status === 'open') ? 5000 : false),
    },
  );
  const isFiltered = status !== '' || search.trim() !== '';
  return (
    <Page title="Returns" lead="Your returns and their labels. Start a return from its order.">
      <Card isFlush>
        <div className="returns-filter">
          <Input
            label="Find"
            placeholder="Return ID, order ID or store order number"
            before={<Icon name="search" size={18} />}
            value={search}
            onChange={(event) => {
              setSearch(event.target.value);
              setOffset(0);
            }}
          />
          <Select
            label="Status"
            options={statusOptions}
            value={status}
            onChoose={(chosen) => {
              setStatus(chosen);
              setOffset(0);
            }}
          />
        </div>
        <Loaded data={returns}>
          {({ return_requests: rows, total }) =>
            rows.length === 0 ? (
              <EmptyState
                icon="back"
                title={isFiltered ? 'No matching returns' : 'No returns yet'}
                action={!isFiltered && <ButtonLink to="/app/orders">View orders</ButtonLink>}
              >
                {isFiltered ? 'Try another number or status.' : 'Open a placed order and choose "Return items".'}
              </EmptyState>
            ) : (
              <>
                <Table
                  label="Returns"
                  columns={columns}
                  rows={rows}
                  keyOf={(entry) => entry.id}
                  linkOf={(entry) => `/app/returns/${entry.id}`}
                  isStale={returns.isPlaceholderData}
                />
                <Pager offset={offset} limit={pageSize} total={total} onMove={setOffset} />
              </>
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}
