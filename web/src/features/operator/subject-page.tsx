import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { NotePresenceInput } from '../../../../sdk/src/index.ts';
import { isNotFound } from '../../lib/errors.ts';
import { Card } from '../../ui/card.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Moment } from '../../ui/text.tsx';
import { AuditEntries, type Entry } from './audit-entries.tsx';
import { NameCell } from './cells.tsx';
import './operator.css';
import { PresenceBar } from './presence.tsx';

export interface Shown {
  title: string;
  badges?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** Shown above both columns. */
  top?: ReactNode;
  main: ReactNode;
  /** The second column, if any. */
  aside?: ReactNode;
}

interface SubjectPageProps<T> {
  data: UseQueryResult<T>;
  /** Kind of object, such as "Order". */
  name: string;
  icon: IconName;
  missing: string;
  back?: { to: string; label: string };
  /** Show who else views it. */
  presence?: { kind: NotePresenceInput['kind']; subject: string };
  children(value: T): Shown;
}

const toOperations = { to: '/app/operator', label: 'Operations' };

/** The page for one object in any account. */
export function SubjectPage<T>(props: SubjectPageProps<T>) {
  const { data, name, icon, missing, back = toOperations, presence, children } = props;
  if (isNotFound(data.error) || data.error?.name === 'ValidationError') {
    return (
      <Page title={name} back={back}>
        <EmptyState icon={icon} title={missing} />
      </Page>
    );
  }
  const skeleton = (
    <Page title={name} back={back}>
      <Skeleton height={700} />
    </Page>
  );
  return (
    <Loaded data={data} skeleton={skeleton}>
      {(value) => {
        const { title, badges, lead, actions, top, main, aside } = children(value);
        const heading = (
          <>
            <span className="break">{title}</span>
            {badges}
          </>
        );
        return (
          <Page title={title} heading={heading} back={back} lead={lead} actions={actions}>
            {presence && <PresenceBar {...presence} />}
            {top}
            {aside ? (
              <div className="columns">
                <div className="stack">{main}</div>
                <div className="stack">{aside}</div>
              </div>
            ) : (
              main
            )}
          </Page>
        );
      }}
    </Loaded>
  );
}

interface RelatedProps<Row> {
  title: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf(row: Row): string;
  linkOf?(row: Row): string;
  /** Shown if there are no rows; without it, the card is hidden. */
  empty?: { icon: IconName; title: string };
  children?: ReactNode;
}

/** A card with rows that belong to the object. */
export function Related<Row>({ title, rows, empty, children, ...table }: RelatedProps<Row>) {
  if (rows.length === 0 && !empty) return null;
  return (
    <Card title={title} isFlush>
      {rows.length === 0 && empty ? <EmptyState {...empty} /> : <Table label={title} rows={rows} {...table} />}
      {children}
    </Card>
  );
}

interface Milestone {
  title: string;
  at: string;
  note?: string | null;
}

/** A list of events. */
export const Milestones = ({ title, of, empty }: { title: string; of: readonly Milestone[]; empty: string }) => (
  <Card title={title}>
    {of.length === 0 && <p className="quiet">{empty}</p>}
    <ol className="stack">
      {of.map((one) => (
        <li key={one.at + one.title}>
          <p>{one.title}</p>
          <p className="quiet small">
            <Moment at={one.at} />
            {one.note ? ` · ${one.note}` : ''}
          </p>
        </li>
      ))}
    </ol>
  </Card>
);

export const ActivityCard = ({ entries }: { entries: readonly Entry[] }) => (
  <Card title="Operator activity">
    <AuditEntries entries={entries} />
  </Card>
);

interface Request {
  request_id: string;
  at: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  error_code: string | null;
}

const requestColumns: readonly Column<Request>[] = [
  {
    name: 'Request',
    cell: (one) => <NameCell name={<code>{`${one.method} ${one.path}`}</code>} note={one.error_code} />,
  },
  { name: 'Status', isNumber: true, cell: (one) => one.status },
  { name: 'Duration', isNumber: true, cell: (one) => `${one.ms}\u00a0ms`, isMinor: true },
  { name: 'Time', cell: (one) => <Moment at={one.at} /> },
];

export const RequestsCard = ({ requests }: { requests: readonly Request[] }) => (
  <Related title="Requests" rows={requests} columns={requestColumns} keyOf={(one) => one.request_id + one.at} />
);
