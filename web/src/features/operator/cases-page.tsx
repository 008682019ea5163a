import type { ListAllCasesOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { caseReasonWords } from '../../lib/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { CaseList, casesAPage, useShownCases } from '../../ui/case-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { CustomerName } from './customer-name.tsx';
import './operator.css';
import { useClaims } from './presence.tsx';

type Case = ListAllCasesOutput['cases'][number];

const columnsFor = (claims: ReadonlyMap<string, string>): readonly Column<Case>[] => [
  {
    name: 'About',
    cell: (one) => (
      <span className="return-name">
        <strong>{caseReasonWords[one.reason]}</strong>
        <span className="quiet small last-words" dir="auto">
          {one.last_message.body}
        </span>
      </span>
    ),
  },
  { name: 'Customer', cell: (one) => <CustomerName of={one} />, isWide: true },
  {
    name: 'Turn',
    cell: (one) => {
      if (one.state === 'closed') return <Badge>Closed</Badge>;
      return one.last_message.author === 'operator' ? <Badge>Answered</Badge> : <Badge tone="busy">Yours</Badge>;
    },
  },
  { name: 'Taken by', cell: (one) => claims.get(one.order_id) ?? '–', isMinor: true },
  { name: 'Last word', cell: (one) => <TimeAgo at={one.updated_at} /> },
];

export function OperatorCasesPage() {
  const shown = useShownCases();
  const { state, offset } = shown;
  const claims = useClaims('case');
  const cases = useData(
    ['operator-cases', state, offset],
    (api, options) => api.listAllCases({ state, limit: casesAPage, offset }, options),
    { keepPrevious: true, refresh: 10_000 },
  );
  return (
    <CaseList
      lead="What customers have to settle about their orders. Your answer reaches them in their dashboard and by webhook."
      shown={shown}
      data={cases}
      columns={columnsFor(claims)}
      linkOf={(one) => `/app/operator/cases/${one.order_id}`}
      empty={<EmptyState icon="check" title={state === 'open' ? 'Nothing to answer' : 'No closed cases'} />}
    />
  );
}
