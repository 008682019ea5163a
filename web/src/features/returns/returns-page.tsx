import type { ListReturnsOutput } from '../../../../sdk/src/index.ts';
import { keysOf, oneOf } from '../../lib/fields.ts';
import { useFilters } from '../../lib/filters.ts';
import { plural } from '../../lib/format.ts';
import { returnReasonLabels, returnStatusLabels } from '../../lib/labels.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Input, Select } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { AboutOrder } from '../../ui/order-name.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { ShortId, TimeAgo } from '../../ui/text.tsx';
import './returns.css';

type Entry = ListReturnsOutput['return_requests'][number];

const statuses = keysOf(returnStatusLabels);
const statusOptions = [
  { value: '', label: 'All' },
  ...statuses.map((value) => ({ value, label: returnStatusLabels[value].label })),
];

const columns: readonly Column<Entry>[] = [
  {
    name: 'Return',
    cell: (entry) => <AboutOrder orderId={entry.order_id}>{returnReasonLabels[entry.reason]}</AboutOrder>,
  },
  { name: 'Status', cell: (entry) => <StatusBadge labels={returnStatusLabels} status={entry.status} /> },
  {
    name: 'Items',
    cell: (entry) =>
      plural(
        entry.items.reduce((sum, item) => sum + item.quantity, 0),
        'item',
      ),
  },
  { name: 'Labels', cell: (entry) => entry.label_urls.length || '–', isNumber: true, isMinor: true },
  { name: 'Order', cell: (entry) => <ShortId id={entry.order_id} /> },
  { name: 'Requested', cell: (entry) => <TimeAgo at={entry.created_at} /> },
];

export function ReturnsPage() {
  const { field, read, isSet } = useFilters(['search', 'status']);
  const search = read('search');
  const status = oneOf(statuses, read('status'));
  const filter = { ...(status && { status }), ...(search && { search }) };
  return (
    <ListPage
      title="Returns"
      lead="Your returns and their labels. To start a return, open the order."
      name={['returns', filter]}
      load={(api, page, options) => api.listReturns({ ...filter, ...page }, options)}
      rowsOf={({ return_requests: rows }) => rows}
      pageSize={25}
      refresh={false}
      table={{ columns, keyOf: (entry) => entry.id, linkOf: (entry) => `/app/returns/${entry.id}` }}
      filter={
        <div className="returns-filter">
          <Input
            label="Search"
            placeholder="Return ID, order ID or store order number"
            before={<Icon name="search" size={18} />}
            {...field('search')}
          />
          <Select label="Status" options={statusOptions} {...field('status')} />
        </div>
      }
      empty={
        <EmptyState
          icon="back"
          title={isSet ? 'No matching returns' : 'No returns yet'}
          action={!isSet && <ButtonLink to="/app/orders">View orders</ButtonLink>}
        >
          {isSet ? 'Try another number or status.' : 'Open a placed order and choose "Return items".'}
        </EmptyState>
      }
    />
  );
}
