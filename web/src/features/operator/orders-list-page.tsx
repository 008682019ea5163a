import type { ListAnyOrdersInput, ListAnyOrdersOutput } from '../../../../sdk/src/index.ts';
import { keysOf } from '../../lib/fields.ts';
import { failureTexts, humanizeName, orderPlaceLabels, orderStatusLabels } from '../../lib/labels.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { CursorPage } from '../../ui/cursor-page.tsx';
import { Input, Select } from '../../ui/field.tsx';
import { OrderBadge } from '../../ui/order-name.tsx';
import type { Column } from '../../ui/table.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { ChargedTotal, CustomerLink, NameCell } from './cells.tsx';
import './operator.css';
import { startOfDay, useFilters, worldOptions } from '../../lib/filters.ts';

type Row = ListAnyOrdersOutput['orders'][number];
type Status = keyof typeof orderStatusLabels;

const statuses = keysOf(orderStatusLabels);
const statusOptions = [
  { value: '', label: 'Any status' },
  ...statuses.map((status) => ({ value: status, label: orderStatusLabels[status].label })),
  { value: 'late', label: orderPlaceLabels.late.label },
];

export function OperatorOrdersPage() {
  const nameOf = useRetailerName();
  const { field, read } = useFilters(['world', 'status', 'retailer', 'search', 'account_id', 'from', 'until']);
  const [from, until] = [read('from'), read('until')];
  const [start, end] = [from && startOfDay(from), until && startOfDay(until, 1)];
  const search = read('search');
  const status = statuses.find((one): one is Status => one === read('status'));
  const [retailer, account] = [read('retailer'), read('account_id')];
  const asked: ListAnyOrdersInput = {
    world: read('world') === 'test' ? 'test' : 'live',
    ...(status ? { status } : {}),
    ...(read('status') === 'late' ? { late: 'true' } : {}),
    ...(retailer ? { retailer } : {}),
    ...(search && search.length > 1 ? { search } : {}),
    ...(account ? { account_id: account } : {}),
    ...(start ? { from: start } : {}),
    ...(end ? { before: end } : {}),
  };
  const columns: Column<Row>[] = [
    { name: 'Order', cell: (order) => <NameCell name={order.recipient} note={nameOf(order.retailer)} /> },
    { name: 'Customer', cell: (order) => <CustomerLink of={order} />, isWide: true },
    {
      name: 'Status',
      cell: (order) => (
        <span className="return-name">
          <span>
            <OrderBadge order={order} />
          </span>
          {order.error_type && (
            <span className="quiet small">
              {failureTexts[order.error_type]?.title ?? humanizeName(order.error_type)}
            </span>
          )}
        </span>
      ),
    },
    { name: 'Total', isNumber: true, cell: (order) => <ChargedTotal order={order} /> },
    { name: 'Ordered', cell: (order) => <TimeAgo at={order.created_at} /> },
  ];
  return (
    <CursorPage
      title="Orders"
      lead="Orders from all customers, newest first."
      name={['operator-orders', asked]}
      load={(api, page, options) => api.listAnyOrders({ ...asked, ...page }, options)}
      rowsOf={({ orders }) => orders}
      columns={columns}
      keyOf={(order) => order.id}
      refresh={false}
      linkOf={(order) => `/app/operator/orders/${order.id}`}
      exportAs={{ name: 'orders.csv', load: (api) => api.exportAnyOrders(asked) }}
      filter={
        <search className="operator-filters">
          <Input label="Search" type="search" placeholder="ID, number or recipient" {...field('search')} />
          <Select label="Mode" options={worldOptions} {...field('world')} />
          <Select label="Status" options={statusOptions} {...field('status')} />
          <Input label="Store" placeholder="walmart" {...field('retailer')} />
          <Input label="From" type="date" {...field('from')} />
          <Input label="To" type="date" {...field('until')} />
        </search>
      }
    />
  );
}
