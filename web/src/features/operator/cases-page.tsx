import { useState } from 'react';
import type { ListAllCasesOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { caseReasonWords } from '../../lib/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { CustomerName } from './customer-name.tsx';
import './operator.css';
import { useClaims } from './presence.tsx';

type Case = ListAllCasesOutput['cases'][number];

const pageSize = 25;
const tabs = [
  { name: 'open', label: 'Open' },
  { name: 'closed', label: 'Closed' },
] as const;

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
  const [state, setState] = useState<'open' | 'closed'>('open');
  const [offset, setOffset] = useState(0);
  const claims = useClaims('case');
  const cases = useData(
    ['operator-cases', state, offset],
    (api, options) => api.listAllCases({ state, limit: pageSize, offset }, options),
    { keepPrevious: true, refresh: 10_000 },
  );
  return (
    <Page
      title="Cases"
      lead="What customers have to settle about their orders. Your answer reaches them in their dashboard and by webhook."
    >
      <Tabs
        label="Cases by state"
        tabs={tabs}
        current={state}
        onChoose={(name) => {
          setState(name);
          setOffset(0);
        }}
      >
        <Card isFlush>
          <Loaded data={cases}>
            {({ cases: rows, total }) =>
              rows.length === 0 ? (
                <EmptyState icon="check" title={state === 'open' ? 'Nothing to answer' : 'No closed cases'} />
              ) : (
                <>
                  <Table
                    label="Cases"
                    columns={columnsFor(claims)}
                    rows={rows}
                    keyOf={(one) => one.order_id}
                    linkOf={(one) => `/app/operator/cases/${one.order_id}`}
                  />
                  <Pager offset={offset} limit={pageSize} total={total} onMove={setOffset} />
                </>
              )
            }
          </Loaded>
        </Card>
      </Tabs>
    </Page>
  );
}
