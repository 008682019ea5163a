import type { GetOperatorOverviewOutput } from '../../../../sdk/src/index.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Moment, TimeAgo } from '../../ui/text.tsx';
import { JobActions } from './job-actions.tsx';

type Queue = GetOperatorOverviewOutput['queue'];
type Kind = Queue['kinds'][number];
type Failing = Queue['failing'][number];

const number = (value: number) => (value === 0 ? <span className="quiet">0</span> : formatNumber(value));

const columns: readonly Column<Kind>[] = [
  { name: 'Kind', cell: (kind) => <code>{kind.kind}</code> },
  { name: 'Ready', cell: (kind) => number(kind.ready), isNumber: true },
  { name: 'Running', cell: (kind) => number(kind.running), isNumber: true },
  { name: 'Later', cell: (kind) => number(kind.later), isNumber: true },
  {
    name: 'Failing',
    cell: (kind) => (kind.failing > 0 ? <Badge tone="warn">{formatNumber(kind.failing)}</Badge> : number(0)),
    isNumber: true,
  },
  {
    name: 'Dead',
    cell: (kind) => (kind.dead > 0 ? <Badge tone="bad">{formatNumber(kind.dead)}</Badge> : number(0)),
    isNumber: true,
  },
];

export function QueueCard({ queue }: { queue: Queue }) {
  return (
    <div className="stack">
      <Card
        title="Queue"
        isFlush
        action={
          queue.oldest_ready ? (
            <span className="quiet">
              Oldest due <TimeAgo at={queue.oldest_ready.due_at} />
            </span>
          ) : (
            <Badge tone="good">Nothing waits</Badge>
          )
        }
      >
        {queue.kinds.length === 0 ? (
          <EmptyState icon="check" title="No jobs" />
        ) : (
          <Table label="Jobs by kind" columns={columns} rows={queue.kinds} keyOf={(kind) => kind.kind} />
        )}
      </Card>
      {queue.failing.length > 0 && <FailingCard failing={queue.failing} />}
    </div>
  );
}

const FailingCard = ({ failing }: { failing: Failing[] }) => (
  <Card title="Jobs that fail">
    <ul className="failing-jobs">
      {failing.map((job) => (
        <li key={job.id}>
          <p>
            <code>{job.kind}</code>{' '}
            {job.dead_at ? (
              <Badge tone="bad">Given up</Badge>
            ) : (
              <Badge tone="warn">Tried {plural(job.attempts, 'time')}</Badge>
            )}
          </p>
          <p className="break">{job.error}</p>
          <p className="quiet small">
            {job.dead_at ? (
              <Moment at={job.dead_at} />
            ) : (
              job.next_attempt_at && (
                <>
                  Next try <Moment at={job.next_attempt_at} />
                </>
              )
            )}
          </p>
          {job.dead_at && <JobActions id={job.id} />}
        </li>
      ))}
    </ul>
  </Card>
);
