import { useState } from 'react';
import type { ListFailingWebhookReceiversOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { formatNumber } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { CustomerName } from './customer-name.tsx';
import './operator.css';

type Receiver = ListFailingWebhookReceiversOutput['receivers'][number];

const pageSize = 50;

const columns: readonly Column<Receiver>[] = [
  {
    name: 'Receiver',
    cell: (one) => (
      <span className="return-name">
        <strong className="break">{one.url}</strong>
        <span className="small break">{one.last_error ?? `Answered ${one.last_status}`}</span>
      </span>
    ),
  },
  { name: 'Customer', cell: (one) => <CustomerName of={one} />, isWide: true },
  { name: 'In a row', cell: (one) => formatNumber(one.failures), isNumber: true },
  { name: 'Waiting', cell: (one) => formatNumber(one.waiting), isNumber: true },
  { name: 'Failing since', cell: (one) => <TimeAgo at={one.failing_since} /> },
  {
    name: 'Next try',
    cell: (one) =>
      one.next_attempt_at ? <TimeAgo at={one.next_attempt_at} /> : <span className="quiet">given up</span>,
    isMinor: true,
  },
];

export function OperatorWebhooksPage() {
  const [offset, setOffset] = useState(0);
  const failing = useData(
    ['operator-webhooks', offset],
    (api, options) => api.listFailingWebhookReceivers({ limit: pageSize, offset }, options),
    { keepPrevious: true, refresh: 10_000 },
  );
  return (
    <Page
      title="Failing receivers"
      lead="Programs of customers that do not take the webhooks they are sent. They are tried again by themselves; a word to the customer may help."
    >
      <Card isFlush>
        <Loaded data={failing}>
          {({ receivers, total }) =>
            receivers.length === 0 ? (
              <EmptyState icon="check" title="Every receiver takes what it is sent" />
            ) : (
              <>
                <Table
                  label="Failing receivers"
                  columns={columns}
                  rows={receivers}
                  keyOf={(one) => one.world + one.account_id + one.url}
                />
                <Pager offset={offset} limit={pageSize} total={total} onMove={setOffset} />
              </>
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}
