import type { ListCasesOutput } from '../../../../sdk/src/index.ts';
import { caseReasonLabels, caseStateLabels } from '../../lib/labels.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { ListPage, useViews } from '../../ui/list-page.tsx';
import { AboutOrder } from '../../ui/order-name.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { ShortId, TimeAgo } from '../../ui/text.tsx';
import './cases.css';

type Case = ListCasesOutput['cases'][number];

const authors = { customer: 'You', operator: 'Support', system: 'Errand' };

const columns: readonly Column<Case>[] = [
  {
    name: 'About',
    cell: (one) => (
      <AboutOrder orderId={one.order_id}>
        <span className="case-last">
          {caseReasonLabels[one.reason]} · {authors[one.last_message.author]}: <bdi>{one.last_message.body}</bdi>
        </span>
      </AboutOrder>
    ),
  },
  { name: 'Status', cell: (one) => <StatusBadge labels={caseStateLabels} status={one.state} /> },
  { name: 'Order', cell: (one) => <ShortId id={one.order_id} />, isMinor: true },
  { name: 'Last reply', cell: (one) => <TimeAgo at={one.updated_at} /> },
];

export function CasesPage() {
  const views = useViews('state', 'Cases by status', [
    { name: 'open', label: 'Open' },
    { name: 'closed', label: 'Closed' },
  ]);
  const isOpen = views.current === 'open';
  return (
    <ListPage
      title="Cases"
      lead="Your conversations with support about orders."
      views={views}
      name={['cases', views.current]}
      load={(api, page, options) => api.listCases({ state: views.current, ...page }, options)}
      rowsOf={({ cases }) => cases}
      pageSize={25}
      refresh={false}
      table={{ columns, keyOf: (one) => one.order_id, linkOf: (one) => `/app/cases/${one.order_id}` }}
      empty={
        <EmptyState
          icon="chat"
          title={isOpen ? 'No open cases' : 'No closed cases'}
          action={isOpen && <ButtonLink to="/app/orders">View orders</ButtonLink>}
        >
          {isOpen ? 'To open a case, go to an order and choose "Get help".' : ''}
        </EmptyState>
      }
    />
  );
}
