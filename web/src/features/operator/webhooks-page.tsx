import type { ListFailingWebhookReceiversOutput } from '../../../../sdk/src/index.ts';
import { formatNumber } from '../../lib/format.ts';
import { ListPage } from '../../ui/list-page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { CustomerName, NameCell } from './cells.tsx';

const columns: readonly Column<ListFailingWebhookReceiversOutput['receivers'][number]>[] = [
  {
    name: 'Endpoint',
    cell: (one) => <NameCell name={one.url} note={one.last_error ?? `Responded with ${one.last_status}`} />,
  },
  { name: 'Customer', cell: (one) => <CustomerName of={one} />, isWide: true },
  { name: 'Failures', cell: (one) => formatNumber(one.failures), isNumber: true },
  { name: 'Retrying', cell: (one) => formatNumber(one.waiting), isNumber: true },
  { name: 'Failing since', cell: (one) => <TimeAgo at={one.failing_since} /> },
  {
    name: 'Next attempt',
    cell: (one) => (one.next_attempt_at ? <TimeAgo at={one.next_attempt_at} /> : <span className="quiet">none</span>),
    isMinor: true,
  },
];

export const OperatorWebhooksPage = () => (
  <ListPage
    title="Failing endpoints"
    lead="Customer endpoints that aren't accepting webhooks. Errand retries automatically. Consider contacting the customer."
    name={['operator-webhooks']}
    load={(api, page, options) => api.listFailingWebhookReceivers(page, options)}
    rowsOf={({ receivers }) => receivers}
    table={{ columns, keyOf: (one) => one.world + one.account_id + one.url }}
    empty={<EmptyState icon="check" title="No failing endpoints" />}
  />
);
