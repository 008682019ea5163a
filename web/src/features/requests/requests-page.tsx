import { useState } from 'react';
import { useSearchParams } from 'wouter';
import type { ListRequestsInput, ListRequestsOutput } from '../../../../sdk/src/index.ts';
import { useAddressPart } from '../../lib/address.ts';
import { useData } from '../../lib/data.ts';
import { oneOf } from '../../lib/fields.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Input, Select } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { RequestDialog } from './request-dialog.tsx';
import './requests.css';

type LoggedRequest = ListRequestsOutput['requests'][number];

const pageSize = 50;
const statuses = [
  { value: '', label: 'All' },
  { value: '2xx', label: 'Succeeded (2xx)' },
  { value: '4xx', label: 'Refused (4xx)' },
  { value: '5xx', label: 'Failed (5xx)' },
];
const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const methods = ['', ...verbs].map((value) => ({ value, label: value || 'All' }));

export function RequestsPage() {
  const [parameters, setParameters] = useSearchParams();
  const [search, setSearch] = useState(parameters.get('search') ?? '');
  const [offset, setOffset] = useState(0);
  const [openId, setOpenId] = useAddressPart('request');
  const status = parameters.get('status') ?? '';
  const method = parameters.get('method') ?? '';
  const choose = (name: string, value: string) => {
    setOffset(0);
    setParameters((now) => {
      const next = new URLSearchParams(now);
      if (value === '') next.delete(name);
      else next.set(name, value);
      return next;
    });
  };
  const filter = filterOf(search.trim(), status, method);
  const requests = useData(
    ['requests', filter, offset],
    (api, options) => api.listRequests({ ...filter, limit: pageSize, offset }, options),
    { keepPrevious: true, refresh: 10_000 },
  );
  return (
    <Page title="Requests" lead="What your keys sent in the last days, with the answers. Secrets are never kept.">
      <Card title="Log" isFlush>
        <div className="request-filter">
          <Input
            label="Request id, path or error"
            type="search"
            value={search}
            onChange={(change) => {
              setSearch(change.target.value);
              choose('search', change.target.value.trim());
            }}
          />
          <Select
            label="Answer"
            options={statuses}
            value={status}
            onChange={(change) => choose('status', change.target.value)}
          />
          <Select
            label="Method"
            options={methods}
            value={method}
            onChange={(change) => choose('method', change.target.value)}
          />
        </div>
        <Loaded data={requests}>
          {({ requests: rows, total }) =>
            rows.length === 0 ? (
              <EmptyState icon="rows" title={Object.keys(filter).length > 0 ? 'None like this' : 'No request yet'}>
                {Object.keys(filter).length > 0
                  ? 'Search for something else. A request shows up within two seconds.'
                  : 'Send one with an API key, and it is listed here with its answer.'}
              </EmptyState>
            ) : (
              <>
                <Table
                  label="Requests"
                  columns={columnsFor(setOpenId)}
                  rows={rows}
                  keyOf={(row) => `${row.request_id} ${row.at}`}
                  isStale={requests.isPlaceholderData}
                />
                <Pager offset={offset} limit={pageSize} total={total} onMove={setOffset} />
              </>
            )
          }
        </Loaded>
      </Card>
      {openId !== null && <RequestDialog id={openId} onClose={() => setOpenId(null)} />}
    </Page>
  );
}

function filterOf(search: string, status: string, method: string): ListRequestsInput {
  const verb = oneOf(verbs, method);
  return {
    ...(search === '' ? {} : { search }),
    ...(status === '' ? {} : { status }),
    ...(verb === undefined ? {} : { method: verb }),
  };
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
        <span className="quiet small">{row.error_code ?? row.key.label ?? 'A page'}</span>
      </span>
    ),
  },
  { name: 'Answer', cell: (row) => <Badge tone={toneOf(row.status)}>{row.status}</Badge> },
  { name: 'Took', cell: (row) => `${Math.round(row.ms)} ms`, isNumber: true, isMinor: true },
  { name: 'When', cell: (row) => <TimeAgo at={row.at} />, isMinor: true },
  {
    name: 'Details',
    hideName: true,
    cell: (row) => (
      <Button size="small" kind="quiet" onClick={() => open(row.request_id)}>
        Look
        <span className="hidden">
          {' '}
          at {row.method} {row.path}
        </span>
      </Button>
    ),
  },
];
