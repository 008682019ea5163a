import { useState } from 'react';
import { useAddressed, useAddressPart } from '../../lib/address.ts';
import { useData } from '../../lib/data.ts';
import { plural } from '../../lib/format.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { returnReasonWords, returnStatusWords } from '../../lib/words.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Money, TimeAgo } from '../../ui/text.tsx';
import { CustomerName } from './customer-name.tsx';
import type { OperatorReturn } from './files.ts';
import './operator.css';
import { ResolveDialog } from './resolve-dialog.tsx';

const pageSize = 25;
const tabs = [
  { name: 'open', label: 'To resolve' },
  { name: 'all', label: 'All' },
] as const;

export function OperatorReturnsPage() {
  const [part, setPart] = useAddressPart('view');
  const view = part === 'all' ? 'all' : 'open';
  const [offset, setOffset] = useState(0);
  const returns = useData(
    ['operator-returns', view, offset],
    (api, options) =>
      api.listAllReturns({ limit: pageSize, offset, ...(view === 'open' ? { status: 'open' } : {}) }, options),
    { keepPrevious: true, refresh: 10_000 },
  );
  const [chosen, setChosen] = useAddressed('resolve', returns.data?.returns, (entry) => entry.id);
  const columns = useColumns(setChosen);
  return (
    <Page title="Returns" lead="Returns that a retailer does not decide by itself wait for you.">
      <Tabs
        label="Which returns"
        tabs={tabs}
        current={view}
        onChoose={(name) => {
          setPart(name === 'all' ? name : null);
          setOffset(0);
        }}
      >
        <Card isFlush>
          <Loaded data={returns}>
            {({ returns: rows, total }) =>
              rows.length === 0 ? (
                <EmptyState icon="check" title={view === 'open' ? 'Nothing to resolve' : 'No returns yet'} />
              ) : (
                <>
                  <Table label="Returns" columns={columns} rows={rows} keyOf={(entry) => entry.id} />
                  <Pager offset={offset} limit={pageSize} total={total} onMove={setOffset} />
                </>
              )
            }
          </Loaded>
        </Card>
      </Tabs>
      {chosen && <ResolveDialog entry={chosen} onClose={() => setChosen(null)} />}
    </Page>
  );
}

function useColumns(choose: (entry: OperatorReturn) => void): readonly Column<OperatorReturn>[] {
  const nameOf = useRetailerName();
  return [
    {
      name: 'Return',
      cell: (entry) => (
        <span className="return-name">
          <strong>{returnReasonWords[entry.reason]}</strong>
          <span className="quiet small">
            {plural(
              entry.items.reduce((sum, item) => sum + item.quantity, 0),
              'piece',
            )}{' '}
            · {nameOf(entry.retailer)}
          </span>
          {entry.notes && (
            <span className="small break" dir="auto">
              {entry.notes}
            </span>
          )}
        </span>
      ),
    },
    { name: 'Customer', cell: (entry) => <CustomerName of={entry} />, isWide: true },
    { name: 'Worth', cell: (entry) => <Money cents={entry.worth_cents} />, isNumber: true },
    { name: 'Requested', cell: (entry) => <TimeAgo at={entry.created_at} /> },
    {
      name: 'Decision',
      hideName: true,
      cell: (entry) =>
        entry.status === 'open' ? (
          <Button size="small" onClick={() => choose(entry)}>
            Resolve<span className="hidden"> {returnReasonWords[entry.reason]}</span>
          </Button>
        ) : (
          <StatusBadge words={returnStatusWords} status={entry.status} />
        ),
    },
  ];
}
