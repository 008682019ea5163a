import type { ListAllCasesOutput } from '../../../../sdk/src/index.ts';
import { caseReasonLabels } from '../../lib/labels.ts';
import { Badge } from '../../ui/badge.tsx';
import { ListPage, useViews } from '../../ui/list-page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { CustomerName, NameCell } from './cells.tsx';
import './operator.css';
import { useClaims } from './presence.tsx';

type Case = ListAllCasesOutput['cases'][number];

const columnsFor = (claims: ReadonlyMap<string, string>): readonly Column<Case>[] => [
  {
    name: 'About',
    cell: (one) => (
      <NameCell name={caseReasonLabels[one.reason]} note={<bdi className="last-words">{one.last_message.body}</bdi>} />
    ),
  },
  { name: 'Customer', cell: (one) => <CustomerName of={one} />, isWide: true },
  {
    name: 'Status',
    cell: (one) => {
      if (one.state === 'closed') return <Badge>Closed</Badge>;
      return one.last_message.author === 'operator' ? <Badge>Replied</Badge> : <Badge tone="busy">Needs reply</Badge>;
    },
  },
  { name: 'Assigned to', cell: (one) => claims.get(one.order_id) ?? '–', isMinor: true },
  { name: 'Last reply', cell: (one) => <TimeAgo at={one.updated_at} /> },
];

export function OperatorCasesPage() {
  const claims = useClaims('case');
  const views = useViews('state', 'Cases by status', [
    { name: 'open', label: 'Open' },
    { name: 'closed', label: 'Closed' },
  ]);
  return (
    <ListPage
      title="Cases"
      lead="Questions from customers about their orders. Your replies appear in their dashboard and are sent by webhook."
      views={views}
      name={['operator-cases', views.current]}
      load={(api, page, options) => api.listAllCases({ state: views.current, ...page }, options)}
      rowsOf={({ cases }) => cases}
      pageSize={25}
      refresh={false}
      table={{
        columns: columnsFor(claims),
        keyOf: (one) => one.order_id,
        linkOf: (one) => `/app/operator/cases/${one.order_id}`,
      }}
      empty={<EmptyState icon="check" title={views.current === 'open' ? 'No open cases' : 'No closed cases'} />}
    />
  );
}
