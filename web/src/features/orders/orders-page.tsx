import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useData } from '../../lib/data.ts';
import { orderName } from '../../lib/products.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { askedBy, type Filter, isFiltered, noFilter, readFilter, selectedBy, writeFilter } from './filter.ts';
import { FilterBar } from './filter-bar.tsx';
import { ListKeys } from './list-keys.tsx';
import { columnsWith, type Listed, ListView, pageSizes, useColumns, usualColumns } from './list-view.tsx';
import { SavedViews } from './saved-views.tsx';
import './orders.css';
import { BulkActions, FilterActions, selectedOrders } from './bulk-actions.tsx';

export function OrdersPage() {
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const offset = Number(params.get('offset') ?? 0) || 0;
  const size = pageSizes.find((one) => String(one) === params.get('size')) ?? pageSizes[0];
  const [columns, setColumns] = useColumns(params.get('columns'));
  const { chosenIds, allAt, choose, clear, chooseAll } = useSelection(params);
  const asked = { ...askedBy(filter), limit: size, offset };
  const data = useData(['orders', asked], (client, options) => client.listOrders(asked, options), {
    keepPrevious: true,
  });
  const nameOf = useRetailerName();
  const go = (to: URLSearchParams, replace = false) => {
    setParams(to, { replace });
    clear();
  };
  const show = (next: Filter, { columns: named = params.get('columns'), ...more }: Shown = {}, replace = false) => {
    const to = writeFilter(next);
    if (more.offset) to.set('offset', String(more.offset));
    const rows = more.size ?? size;
    if (rows !== pageSizes[0]) to.set('size', String(rows));
    if (named) to.set('columns', named);
    go(to, replace);
  };
  const orders = data.data?.orders ?? [];
  const chosen = orders.filter((order) => chosenIds.has(order.id));
  const filters = selectedBy(filter);
  return (
    <Page title="Orders" actions={<ListActions filters={filters} />}>
      <ListKeys />
      <FilterBar filter={filter} onChange={(next) => show(next, {}, true)} />
      <Card isFlush>
        {allAt !== null ? (
          <FilterActions selection={{ ...filters, created_before: filters.created_before ?? allAt }} onClear={clear} />
        ) : chosen.length > 0 ? (
          <BulkActions chosen={chosen} onClear={clear}>
            {chosen.length === orders.length && (data.data?.total ?? 0) > orders.length && (
              <Button size="small" onClick={chooseAll}>
                Select all matching orders
              </Button>
            )}
          </BulkActions>
        ) : (
          <ListView
            sort={filter.sort}
            size={size}
            columns={columns}
            onSort={(sort) => show({ ...filter, sort })}
            onSize={(rows) => show(filter, { size: rows })}
            onColumns={(names) => {
              setColumns(names);
              if (params.has('columns')) show(filter, { columns: names.join(',') }, true);
            }}
          >
            <SavedViews query={viewQuery(filter, columns)} onShow={(query) => go(new URLSearchParams(query))} />
          </ListView>
        )}
        <Loaded data={data} skeleton={<Skeleton lines={10} />}>
          {({ orders, total, is_total_exact }) =>
            orders.length === 0 ? (
              <NoOrders isFiltered={isFiltered(filter)} onClear={() => show(noFilter)} />
            ) : (
              <>
                <Table<Listed>
                  label="Orders"
                  columns={columnsWith(nameOf, columns)}
                  rows={orders}
                  keyOf={(order) => order.id}
                  linkOf={(order) => `/app/orders/${order.id}`}
                  isStale={data.isPlaceholderData}
                  chosen={{
                    keys: allAt === null ? chosenIds : new Set(orders.map((order) => order.id)),
                    nameOf: orderName,
                    onChange: choose,
                  }}
                />
                <Pager
                  offset={offset}
                  limit={size}
                  total={total}
                  isExact={is_total_exact}
                  onMove={(to) => show(filter, { offset: to })}
                />
              </>
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}

function useSelection(params: URLSearchParams) {
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(() => new Set(selectedOrders(params)));
  /** When all orders that match the filter were selected. Later orders are not included. */
  const [allAt, setAllAt] = useState<string | null>(null);
  const choose = (ids: ReadonlySet<string>) => {
    setChosenIds(ids);
    setAllAt(null);
  };
  return {
    chosenIds,
    allAt,
    choose,
    clear: () => choose(new Set()),
    chooseAll: () => setAllAt(new Date().toISOString()),
  };
}

interface Shown {
  offset?: number;
  size?: number;
  columns?: string | null;
}

/** What a saved view contains: filters, sort, and columns other than the default. */
function viewQuery(filter: Filter, columns: readonly string[]): string {
  const params = writeFilter(filter);
  if (columns.join() !== usualColumns.join()) params.set('columns', columns.join());
  return params.toString();
}

const ListActions = ({ filters }: { filters: ReturnType<typeof selectedBy> }) => (
  <>
    <DownloadButton name="orders.csv" load={(api) => api.exportOrders(filters)} />
    <ButtonLink kind="primary" icon="plus" to="/app/buy" does="createOrder">
      New order
    </ButtonLink>
  </>
);

function NoOrders({ isFiltered: hasFilter, onClear }: { isFiltered: boolean; onClear(): void }) {
  if (hasFilter) {
    return (
      <EmptyState icon="search" title="No matching orders" action={<Button onClick={onClear}>Clear filters</Button>}>
        Search matches any part of the recipient, product or PO number, and the start of an ID or tracking number.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="box"
      title="No orders yet"
      action={
        <ButtonLink kind="primary" icon="cart" to="/app/buy" does="createOrder">
          Buy something
        </ButtonLink>
      }
    >
      Orders you place in the dashboard, with an API key or in bulk appear here.
    </EmptyState>
  );
}
