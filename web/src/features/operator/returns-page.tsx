import { useQueryParam } from '../../lib/address.ts';
import { plural } from '../../lib/format.ts';
import { returnReasonLabels, returnStatusLabels } from '../../lib/labels.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { ListPage, useViews } from '../../ui/list-page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { Money, TimeAgo } from '../../ui/text.tsx';
import { CustomerName, NameCell, OrderLink } from './cells.tsx';
import type { OperatorReturn } from './files.ts';
import { ResolveDialog } from './resolve-dialog.tsx';

const piecesOf = ({ items }: OperatorReturn): string =>
  plural(
    items.reduce((sum, item) => sum + item.quantity, 0),
    'item',
  );

const filters: Readonly<Record<string, { status?: OperatorReturn['status']; refund?: 'waiting' | 'overdue' }>> = {
  open: { status: 'open' },
  waiting: { refund: 'waiting' },
  overdue: { refund: 'overdue' },
  credited: { status: 'credited' },
  denied: { status: 'denied' },
};

export function OperatorReturnsPage() {
  const nameOf = useRetailerName();
  const [chosen, choose] = useQueryParam('resolve');
  const views = useViews('view', 'Filter returns', [
    { name: 'open', label: 'Unresolved' },
    { name: 'waiting', label: 'Waiting for refund' },
    { name: 'overdue', label: 'Overdue' },
    { name: 'credited', label: 'Credited' },
    { name: 'denied', label: 'Denied' },
    { name: 'all', label: 'All' },
  ]);
  const filter = filters[views.current] ?? {};
  const columns: Column<OperatorReturn>[] = [
    {
      name: 'Return',
      cell: (entry) => (
        <span className="return-name">
          <NameCell name={returnReasonLabels[entry.reason]} note={`${piecesOf(entry)} · ${nameOf(entry.retailer)}`} />
          {entry.notes && (
            <span className="small break" dir="auto">
              {entry.notes}
            </span>
          )}
        </span>
      ),
    },
    { name: 'Customer', cell: (entry) => <CustomerName of={entry} />, isWide: true },
    { name: 'Order', cell: (entry) => <OrderLink id={entry.order_id} /> },
    { name: 'Value', cell: (entry) => <Money cents={entry.credited_cents ?? entry.worth_cents} />, isNumber: true },
    { name: 'Requested', cell: (entry) => <TimeAgo at={entry.created_at} /> },
    { name: 'Approved', cell: (entry) => entry.approved_at && <TimeAgo at={entry.approved_at} />, isMinor: true },
    {
      name: 'Decision',
      hideName: true,
      cell: (entry) =>
        entry.refund?.status === 'waiting' ? (
          <Button size="small" onClick={() => choose(entry.id)}>
            Resolve<span className="hidden"> {returnReasonLabels[entry.reason]}</span>
          </Button>
        ) : (
          <StatusBadge labels={returnStatusLabels} status={entry.status} />
        ),
    },
  ];
  return (
    <ListPage
      title="Returns"
      lead="Returns that need a decision, and approved returns that are waiting for a refund."
      actions={
        <DownloadButton
          name="returns.csv"
          load={(api) => api.exportAllReturns(filter.status ? { status: filter.status } : {})}
        />
      }
      views={views}
      name={['operator-returns', views.current]}
      load={(api, page, options) => api.listAllReturns({ ...page, ...filter }, options)}
      rowsOf={({ returns }) => returns}
      pageSize={25}
      refresh={false}
      table={{ columns, keyOf: (entry) => entry.id }}
      empty={<EmptyState icon="check" title={views.current === 'all' ? 'No returns yet' : 'Nothing to resolve'} />}
      dialog={(rows) =>
        rows
          .filter(({ id }) => id === chosen)
          .map((entry) => <ResolveDialog key={entry.id} entry={entry} onClose={() => choose(null)} />)
      }
    />
  );
}
