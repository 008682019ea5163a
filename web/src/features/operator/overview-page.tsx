import type { GetOperatorOverviewOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { keysOf } from '../../lib/fields.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { useHasPlugin } from '../../lib/session.ts';
import { orderStatusWords, plainWords } from '../../lib/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ShareBar } from '../../ui/chart.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded, Note, Skeleton } from '../../ui/states.tsx';
import { Moment, TimeAgo } from '../../ui/text.tsx';
import './operator.css';
import { OperatorQuestions } from './operator-questions.tsx';
import { QueueCard } from './queue-card.tsx';
import { SettingsCard } from './settings-card.tsx';
import { WaitingCards } from './waiting-cards.tsx';

type Overview = GetOperatorOverviewOutput;

export function OperatorOverviewPage() {
  const hasPlugin = useHasPlugin();
  const overview = useData(['operator-overview'], (api, options) => api.getOperatorOverview({}, options), {
    refresh: 5000,
  });
  return (
    <Page
      title="Operations"
      lead="How everything stands, and what waits for you. Both worlds are shown."
      actions={
        <>
          {hasPlugin('browser') && <ButtonLink to="/app/operator/visits">Store visits</ButtonLink>}
          <ButtonLink to="/app/operator/credits">Wallet credits</ButtonLink>
          <ButtonLink to="/app/operator/second-factor">Second factor</ButtonLink>
        </>
      }
    >
      <Loaded
        data={overview}
        skeleton={
          <>
            <Skeleton height={110} />
            <Skeleton height={280} />
          </>
        }
      >
        {(value) => (
          <>
            <WaitingCards waiting={value.waiting} />
            <LedgerNote ledger={value.ledger} />
            {!hasPlugin('desk') && <OperatorQuestions />}
            <div className="columns">
              <div className="stack">
                <QueueCard queue={value.queue} />
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

const healthWords = {
  up: { label: 'Up', tone: 'good' },
  degraded: { label: 'Degraded', tone: 'warn' },
  down: { label: 'Down', tone: 'bad' },
} as const;

function HealthCard({ health }: { health: Overview['health'] }) {
  const whole = healthWords[health.status];
  return (
    <Card title="Health" action={<Badge tone={whole.tone}>{whole.label}</Badge>}>
      <ul className="parts">
        {Object.entries(health.components).map(([name, { status }]) => (
          <li key={name}>
            {plainWords(name)}
            <Badge tone={healthWords[status].tone}>{healthWords[status].label}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const worldWords = { live: 'Live', test: 'Sandbox' } as const;

function OrdersCard({ orders, since }: { orders: Overview['orders_24h']; since: Overview['orders_since'] }) {
  return (
    <Card title="Orders of the last 24 hours">
      {(['live', 'test'] as const).map((world) => {
        const shares = keysOf(orders[world])
          .filter((status) => orders[world][status] > 0)
          .map((status) => {
            const { label, tone } = orderStatusWords[status];
            return { name: label, value: orders[world][status], tone };
          });
        const total = shares.reduce((sum, share) => sum + share.value, 0);
        const words = shares.map((share) => `${share.name} ${formatNumber(share.value)}`).join(' · ');
        return (
          <div key={world} className="orders-share">
            <p>
              <strong>{worldWords[world]}</strong> <OrderTotal total={total} since={since[world]} />
            </p>
            {total > 0 && (
              <>
                <ShareBar label={`${worldWords[world]}: ${words}`} shares={shares} />
                <p className="quiet small">{words}</p>
              </>
            )}
          </div>
        );
      })}
    </Card>
  );
}

/** Of a busy day only the newest are counted. */
function OrderTotal({ total, since }: { total: number; since: string | null }) {
  const orders = plural(total, 'order');
  if (since === null) return <span className="quiet">{orders}</span>;
  return (
    <span className="quiet">
      the newest {orders}, the first <TimeAgo at={since} />
    </span>
  );
}

function LedgerCard({ ledger }: { ledger: Overview['ledger'] }) {
  return (
    <Card
      title="Ledger"
      action={ledger.is_sound ? <Badge tone="good">Adds up</Badge> : <Badge tone="bad">Does not add up</Badge>}
    >
      <p className="quiet small">
        Every entry summed and compared with every balance, <TimeAgo at={ledger.checked_at} />.
      </p>
    </Card>
  );
}

/** Money that does not add up comes before everything else. */
function LedgerNote({ ledger }: { ledger: Overview['ledger'] }) {
  if (ledger.is_sound) return null;
  return (
    <Note tone="bad" title="The ledger does not add up">
      <ul>
        {ledger.problems.map(({ account_id: id, world, problem }) => (
          <li key={id + world + problem} className="break">
            {worldWords[world]}, account {id}: {problem}
          </li>
        ))}
      </ul>
      Looked at <Moment at={ledger.checked_at} />.
    </Note>
  );
}
