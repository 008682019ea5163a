import { Link } from 'wouter';
import type { GetOperatorOverviewOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { fieldsOf, keysOf } from '../../lib/fields.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { humanizeName, orderStatusLabels } from '../../lib/labels.ts';
import { useHasPlugin } from '../../lib/session.ts';
import { worldNames } from '../../lib/world.tsx';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ShareBar } from '../../ui/chart.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, Loaded, Note, Skeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Moment, TimeAgo } from '../../ui/text.tsx';
import { JobList } from './job-list.tsx';
import { OperatorActions } from './operator-actions.tsx';
import './operator.css';
import { SettingsCard } from './settings-card.tsx';

type Overview = GetOperatorOverviewOutput;
type Waiting = Overview['waiting'];

export function OperatorOverviewPage() {
  const hasPlugin = useHasPlugin();
  const overview = useData(['operator-overview'], (api, options) => api.getOperatorOverview({}, options), {
    refresh: 5000,
  });
  const skeleton = (
    <>
      <Skeleton height={110} />
      <Skeleton height={280} />
    </>
  );
  return (
    <Page
      title="Operations"
      lead="System status and open tasks, for sandbox and live."
      actions={
        <>
          {hasPlugin('browser') && <ButtonLink to="/app/operator/visits">Recordings</ButtonLink>}
          <ButtonLink to="/app/operator/second-factor">Two-factor authentication</ButtonLink>
        </>
      }
    >
      <Loaded data={overview} skeleton={skeleton}>
        {(value) => (
          <>
            <WaitingCards waiting={value.waiting} />
            <LedgerNote ledger={value.ledger} />
            <OperatorActions />
            <div className="columns">
              <div className="stack">
                <QueueCard queue={value.queue} status={value.health.details.queue?.status ?? 'up'} />
                <SettingsCard />
              </div>
              <div className="stack">
                <HealthCard health={value.health} />
                <OrdersCard orders={value.orders_24h} since={value.orders_since} />
                <LedgerCard ledger={value.ledger} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

const waitingCards: readonly { name: keyof Waiting; label: string; to: string }[] = [
  { name: 'doubts', label: 'Orders to review', to: '/app/operator/doubts' },
  { name: 'open_charges', label: 'Unsettled charges', to: '/app/operator/charges' },
  { name: 'open_returns', label: 'Returns to resolve', to: '/app/operator/returns' },
  { name: 'overdue_refunds', label: 'Overdue refunds', to: '/app/operator/returns?view=overdue' },
  { name: 'open_cases', label: 'Cases awaiting a reply', to: '/app/operator/cases' },
  { name: 'firing_alerts', label: 'Active alerts', to: '/app/operator/alerts' },
  { name: 'failing_webhook_receivers', label: 'Failing endpoints', to: '/app/operator/webhooks' },
  { name: 'switched_off_retailers', label: 'Disabled retailers', to: '/app/operator/retailers' },
];

const WaitingCards = ({ waiting }: { waiting: Waiting }) => (
  <ul className="waiting">
    {waitingCards.map(({ name, label, to }) => (
      <li key={name}>
        <Link href={to} className={waiting[name] > 0 ? 'waiting-card waiting-some' : 'waiting-card'}>
          <span className="waiting-number">{formatNumber(waiting[name])}</span>
          <span>{label}</span>
        </Link>
      </li>
    ))}
  </ul>
);

type Kind = Overview['queue']['kinds'][number];

const count = (name: string, of: (kind: Kind) => number, tone?: 'warn' | 'bad'): Column<Kind> => ({
  name,
  isNumber: true,
  cell: (kind) => {
    if (of(kind) === 0) return <span className="quiet">0</span>;
    return tone ? <Badge tone={tone}>{formatNumber(of(kind))}</Badge> : queuedText(of(kind));
  },
});

/** Jobs that are due or scheduled are counted up to here. A higher number means more. */
const queuedMax = 200;
const queuedText = (jobs: number): string => (jobs > queuedMax ? `${queuedMax}+` : formatNumber(jobs));

const queueColumns: readonly Column<Kind>[] = [
  { name: 'Kind', cell: (kind) => <code>{kind.kind}</code> },
  count('Ready', (kind) => kind.ready),
  count('Running', (kind) => kind.running),
  count('Scheduled', (kind) => kind.later),
  count('Retrying', (kind) => kind.failing, 'warn'),
  count('Failed', (kind) => kind.dead, 'bad'),
];

const healthLabels = {
  up: { label: 'OK', tone: 'good' },
  degraded: { label: 'Degraded', tone: 'warn' },
  down: { label: 'Down', tone: 'bad' },
} as const;

interface QueueCardProps {
  queue: Overview['queue'];
  /** From the health check, so both agree. */
  status: keyof typeof healthLabels;
}

function QueueCard({ queue: { kinds, oldest_ready: oldest, failing }, status }: QueueCardProps) {
  const state =
    status !== 'up' ? (
      <StatusBadge labels={healthLabels} status={status} />
    ) : oldest ? (
      <span className="quiet">
        Oldest due <TimeAgo at={oldest.due_at} />
      </span>
    ) : (
      <Badge tone="good">No jobs due</Badge>
    );
  return (
    <div className="stack">
      <Card title="Queue" isFlush action={state}>
        {kinds.length === 0 ? (
          <EmptyState icon="check" title="No jobs" />
        ) : (
          <Table label="Jobs by kind" columns={queueColumns} rows={kinds} keyOf={(kind) => kind.kind} />
        )}
      </Card>
      {failing.length > 0 && (
        <Card title="Failing jobs">
          <JobList jobs={failing} />
        </Card>
      )}
    </div>
  );
}

/** Why a part is not up, if it reports a reason. */
function reasonOf(part: Overview['health']['details'][string]): string {
  const { reason, dead, postponed, oldest_ready_ms: waitedMs } = fieldsOf(part);
  if (typeof reason === 'string') return reason;
  if (typeof dead === 'number' && dead > 0) return plural(dead, 'failed job');
  if (typeof postponed === 'number' && postponed > 0) return `${plural(postponed, 'order')} behind schedule`;
  return typeof waitedMs === 'number' && waitedMs > 60_000 ? `Jobs are ${Math.round(waitedMs / 60_000)} min late` : '';
}

const HealthCard = ({ health }: { health: Overview['health'] }) => (
  <Card title="Health" action={<StatusBadge labels={healthLabels} status={health.status} />}>
    <ul className="parts">
      {Object.entries(health.details).map(([name, part]) => (
        <li key={name}>
          <span>
            {humanizeName(name)}
            {part.status !== 'up' && <span className="quiet small break"> {reasonOf(part)}</span>}
          </span>
          <StatusBadge labels={healthLabels} status={part.status} />
        </li>
      ))}
    </ul>
  </Card>
);

function OrdersCard({ orders, since }: { orders: Overview['orders_24h']; since: Overview['orders_since'] }) {
  return (
    <Card title="Orders in the last 24 hours">
      {(['live', 'test'] as const).map((world) => {
        const shares = keysOf(orders[world])
          .filter((status) => orders[world][status] > 0)
          .map((status) => {
            const { label, tone } = orderStatusLabels[status];
            return { name: label, value: orders[world][status], tone };
          });
        const total = shares.reduce((sum, share) => sum + share.value, 0);
        const words = shares.map((share) => `${share.name} ${formatNumber(share.value)}`).join(' · ');
        return (
          <div key={world} className="orders-share">
            <p>
              <strong>{worldNames[world]}</strong> <OrderTotal total={total} since={since[world]} />
            </p>
            {total > 0 && (
              <>
                <ShareBar label={`${worldNames[world]}: ${words}`} shares={shares} />
                <p className="quiet small">{words}</p>
              </>
            )}
          </div>
        );
      })}
    </Card>
  );
}

/** On a busy day, only the newest orders are counted. */
function OrderTotal({ total, since }: { total: number; since: string | null }) {
  const orders = plural(total, 'order');
  if (since === null) return <span className="quiet">{orders}</span>;
  return (
    <span className="quiet">
      latest {orders} only, oldest <TimeAgo at={since} />
    </span>
  );
}

const LedgerCard = ({ ledger }: { ledger: Overview['ledger'] }) => (
  <Card
    title="Ledger"
    action={ledger.is_sound ? <Badge tone="good">Balanced</Badge> : <Badge tone="bad">Not balanced</Badge>}
  >
    <p className="quiet small">
      Entries last reconciled with balances <TimeAgo at={ledger.checked_at} />.
    </p>
  </Card>
);

/** Money that does not balance comes before everything else. */
function LedgerNote({ ledger }: { ledger: Overview['ledger'] }) {
  if (ledger.is_sound) return null;
  return (
    <Note tone="bad" title="The ledger is not balanced">
      <ul>
        {ledger.problems.map(({ account_id: id, world, problem }) => (
          <li key={id + world + problem} className="break">
            {worldNames[world]}, account {id}: {problem}
          </li>
        ))}
      </ul>
      Checked <Moment at={ledger.checked_at} />.
    </Note>
  );
}
