import type { ListCasesOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { caseReasonWords, caseStateWords } from '../../lib/words.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { CaseList, casesAPage, useShownCases } from '../../ui/case-list.tsx';
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
      <span className="case-name">
        <span>{caseReasonWords[one.reason]}</span>
        <span className="case-last">
          {authors[one.last_message.author]}: <bdi>{one.last_message.body}</bdi>
        </span>
      </span>
    ),
  },
  { name: 'State', cell: (one) => <StatusBadge words={caseStateWords} status={one.state} /> },
  { name: 'Order', cell: (one) => <ShortId id={one.order_id} />, isMinor: true },
  { name: 'Last word', cell: (one) => <TimeAgo at={one.updated_at} /> },
];

export function CasesPage() {
  const shown = useShownCases();
  const { state, offset } = shown;
  const cases = useData(
    ['cases', state, offset],
    (api, options) => api.listCases({ state, limit: casesAPage, offset }, options),
    { keepPrevious: true, refresh: 10_000 },
  );
  return (
    <CaseList
      lead="What you and the people who run this service have to settle about an order."
      shown={shown}
      data={cases}
      columns={columns}
      linkOf={(one) => `/app/cases/${one.order_id}`}
      empty={
        <EmptyState
          icon="chat"
          title={state === 'open' ? 'No open cases' : 'No closed cases'}
          action={state === 'open' && <ButtonLink to="/app/orders">To your orders</ButtonLink>}
        >
          {state === 'open' ? 'When something is wrong with an order, open it and choose "Get help".' : ''}
        </EmptyState>
      }
    />
  );
}
