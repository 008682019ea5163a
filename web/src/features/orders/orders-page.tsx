import { useSearchParams } from 'wouter';
import type { ListOrdersOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { OrderBadge, OrderName, OrderTotal } from '../../ui/order-name.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ShortId, TimeAgo } from '../../ui/text.tsx';
import { askedBy, isFiltered, readFilter, writeFilter } from './filter.ts';
import { FilterBar } from './filter-bar.tsx';
import './orders.css';

type Listed = ListOrdersOutput['orders'][number];

const pageSize = 25;

function columnsWith(nameOf: (retailer: string) => string): Column<Listed>[] {
  return [
    { name: 'Order', cell: (order) => <OrderName order={order} note={nameOf(order.retailer)} /> },
    { name: 'Status', cell: (order) => <Where order={order} /> },
    { name: 'Total', isNumber: true, cell: (order) => <OrderTotal order={order} /> },
    { name: 'Ordered', cell: (order) => <TimeAgo at={order.created_at} /> },
    { name: 'Id', isMinor: true, cell: (order) => <ShortId id={order.id} /> },
  ];
}

/** People want to know where it is; a developer wants the API's word for it. */
const Where = ({ order }: { order: Listed }) => (
  <span className="order-where">
    <OrderBadge order={order} withWord />
  </span>
);

const isMoving = (order: Listed): boolean => order.status === 'pending' || order.status === 'in_progress';

export function OrdersPage() {
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const offset = Number(params.get('offset') ?? 0) || 0;
  const asked = { ...askedBy(filter), limit: pageSize, offset };
  const data = useData(['orders', asked], (api, options) => api.listOrders(asked, options), {
    keepPrevious: true,
    refresh: (page) => (page?.orders.some(isMoving) ? 2500 : 15_000),
  });
  const nameOf = useRetailerName();
  const move = (to: number) => {
    const next = writeFilter(filter);
    if (to > 0) next.set('offset', String(to));
    setParams(next);
  };
  const clear = () => setParams(new URLSearchParams());
  return (
    <Page
      title="Orders"
      actions={
        <ButtonLink kind="primary" icon="plus" to="/app/buy">
          New order
        </ButtonLink>
      }
    >
      <FilterBar filter={filter} onChange={(next) => setParams(writeFilter(next), { replace: true })} />
      <Card isFlush>
        <Loaded data={data} skeleton={<Skeleton lines={10} />}>
          {({ orders, total }) =>
            orders.length === 0 ? (
              <NoOrders isFiltered={isFiltered(filter)} onClear={clear} />
            ) : (
              <>
                <Table
                  label="Orders"
                  columns={columnsWith(nameOf)}
                  rows={orders}
                  keyOf={(order) => order.id}
                  linkOf={(order) => `/app/orders/${order.id}`}
                  isStale={data.isPlaceholderData}
                />
                <Pager offset={offset} limit={pageSize} total={total} onMove={move} />
              </>
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}

function NoOrders({ isFiltered: hasFilter, onClear }: { isFiltered: boolean; onClear(): void }) {
  if (hasFilter) {
    return (
      <EmptyState icon="search" title="No order fits" action={<Button onClick={onClear}>Clear the filters</Button>}>
        Search matches the beginning of an order id, of the retailer’s order number and of a tracking number.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="box"
      title="No orders yet"
      action={
        <ButtonLink kind="primary" icon="cart" to="/app/buy">
          Buy something
        </ButtonLink>
      }
    >
      Orders that you place here, with a key or as a batch are listed here as they happen.
    </EmptyState>
  );
}
