import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isNotFound } from '../../lib/errors.ts';
import { Card } from '../../ui/card.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Moment } from '../../ui/text.tsx';

interface SubjectPageProps<T> {
  data: UseQueryResult<T>;
  title: string;
  icon: IconName;
  missing: string;
  children(value: T): ReactNode;
}

export const toOperations = { to: '/app/operator', label: 'Operations' };

/** One thing of anybody: its page, or that there is none. */
export function SubjectPage<T>({ data, title, icon, missing, children }: SubjectPageProps<T>) {
  if (isNotFound(data.error) || data.error?.name === 'ValidationError') {
    return (
      <Page title={title} back={toOperations}>
        <EmptyState icon={icon} title={missing} />
      </Page>
    );
  }
  return (
    <Loaded
      data={data}
      skeleton={
        <Page title={title} back={toOperations}>
          <Skeleton height={300} />
        </Page>
      }
    >
      {children}
    </Loaded>
  );
}

interface Request {
  request_id: string;
  at: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  error_code: string | null;
}

const columns: readonly Column<Request>[] = [
  {
    name: 'Call',
    cell: (one) => (
      <span className="return-name">
        <code className="break">
          {one.method} {one.path}
        </code>
        {one.error_code && <span className="quiet small">{one.error_code}</span>}
      </span>
    ),
  },
  { name: 'Answer', isNumber: true, cell: (one) => one.status },
  { name: 'Took', isNumber: true, cell: (one) => `${one.ms}\u00a0ms`, isMinor: true },
  { name: 'When', cell: (one) => <Moment at={one.at} /> },
];

export const RequestsCard = ({ requests }: { requests: readonly Request[] }) =>
  requests.length === 0 ? null : (
    <Card title="Requests" isFlush>
      <Table label="Requests" columns={columns} rows={requests} keyOf={(one) => one.request_id + one.at} />
    </Card>
  );
