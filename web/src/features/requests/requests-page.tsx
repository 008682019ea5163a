import type { ListRequestsInput, ListRequestsOutput } from '../../../../sdk/src/index.ts';
import { useQueryParam } from '../../lib/address.ts';
import { oneOf } from '../../lib/fields.ts';
import { useFilters } from '../../lib/filters.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Input, Select } from '../../ui/field.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { RequestDialog } from './request-dialog.tsx';
import './requests.css';

type LoggedRequest = ListRequestsOutput['requests'][number];

const statuses = [
  { value: '', label: 'All' },
  { value: '2xx', label: 'Succeeded (2xx)' },
  { value: '4xx', label: 'Rejected (4xx)' },
  { value: '5xx', label: 'Failed (5xx)' },
];
const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const methods = ['', ...verbs].map((value) => ({ value, label: value || 'All' }));

export function RequestsPage() {
  const { field, read, isSet } = useFilters(['search', 'status', 'method']);
  const [openId, setOpenId] = useQueryParam('request');
  const filter = filterOf(read('search'), read('status'), read('method'));
  return (
    <ListPage
      title="Requests"
      lead="Recent requests from your API keys, with responses. Secrets are never stored."
      filter={
        <div className="request-filter">
          <Input label="Request ID, path or error" type="search" {...field('search')} />
          <Select label="Status" options={statuses} {...field('status')} />
          <Select label="Method" options={methods} {...field('method')} />
        </div>
      }
      name={['requests', filter]}
      load={(api, page, options) => api.listRequests({ ...filter, ...page }, options)}
      rowsOf={({ requests }) => requests}
      table={{ columns: columnsFor(setOpenId), keyOf: (row) => `${row.request_id} ${row.at}` }}
      empty={
        <EmptyState icon="rows" title={isSet ? 'No matching requests' : 'No requests yet'}>
          {isSet
            ? 'Try other filters. New requests show up within two seconds.'
            : 'Send a request with an API key to see it here with its response.'}
        </EmptyState>
      }
      dialog={() => openId !== null && <RequestDialog id={openId} onClose={() => setOpenId(null)} />}
    />
  );
}

function filterOf(search: string | null, status: string | null, method: string | null): ListRequestsInput {
  const verb = oneOf(verbs, method);
  return { ...(search && { search }), ...(status && { status }), ...(verb && { method: verb }) };
}

const toneOf = (status: number): 'good' | 'bad' | 'warn' => (status < 400 ? 'good' : status < 500 ? 'warn' : 'bad');

const columnsFor = (open: (id: string) => void): readonly Column<LoggedRequest>[] => [
  {
    name: 'Request',
    isWide: true,
    cell: (row) => (
      <span className="request-name">
        <span>
          <code>{row.method}</code> {row.path}
        </span>
        <span className="quiet small">{row.error_code ?? row.key.label ?? 'Dashboard'}</span>
      </span>
    ),
  },
  { name: 'Status', cell: (row) => <Badge tone={toneOf(row.status)}>{row.status}</Badge> },
  { name: 'Duration', cell: (row) => `${Math.round(row.ms)} ms`, isNumber: true, isMinor: true },
  { name: 'Time', cell: (row) => <TimeAgo at={row.at} /> },
  {
    name: 'Details',
    hideName: true,
    cell: (row) => (
      <Button size="small" kind="quiet" onClick={() => open(row.request_id)}>
        View
        <span className="hidden">
          {' '}
          {row.method} {row.path}
        </span>
      </Button>
    ),
  },
];
