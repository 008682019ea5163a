import { useState } from 'react';
import type { ListCasesOutput } from '../../../../sdk/src/index.ts';
import { useAddressPart } from '../../lib/address.ts';
import { useData } from '../../lib/data.ts';
import { caseReasonWords, caseStateWords } from '../../lib/words.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ShortId, TimeAgo } from '../../ui/text.tsx';
import './cases.css';

type Case = ListCasesOutput['cases'][number];

const pageSize = 25;
const tabs = [
  { name: 'open', label: 'Open' },
  { name: 'closed', label: 'Closed' },
] as const;

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
  const [part, setPart] = useAddressPart('state');
  const state = part === 'closed' ? 'closed' : 'open';
  const [offset, setOffset] = useState(0);
  const cases = useData(
    ['cases', state, offset],
    (api, options) => api.listCases({ state, limit: pageSize, offset }, options),
    { keepPrevious: true, refresh: 10_000 },
  );
  return (
    <Page title="Cases" lead="What you and the people who run this service have to settle about an order.">
      <Tabs
        label="Cases by state"
        tabs={tabs}
        current={state}
        onChoose={(name) => {
          setPart(name === 'closed' ? name : null);
          setOffset(0);
        }}
      >
        <Card isFlush>
          <Loaded data={cases}>
            {({ cases: rows, total }) =>
              rows.length === 0 ? (
                <EmptyState
                  icon="chat"
                  title={state === 'open' ? 'No open cases' : 'No closed cases'}
                  action={state === 'open' && <ButtonLink to="/app/orders">To your orders</ButtonLink>}
                >
                  {state === 'open' ? 'When something is wrong with an order, open it and choose "Get help".' : ''}
                </EmptyState>
              ) : (
                <>
                  <Table
                    label="Cases"
                    columns={columns}
                    rows={rows}
                    keyOf={(one) => one.order_id}
                    linkOf={(one) => `/app/cases/${one.order_id}`}
                    isStale={cases.isPlaceholderData}
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
