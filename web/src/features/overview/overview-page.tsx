import { Link } from 'wouter';
import { useData } from '../../lib/data.ts';
import { formatMoney } from '../../lib/format.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { orderStatusWords } from '../../lib/words.ts';
import { useWorld } from '../../lib/world.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Figure } from '../../ui/card.tsx';
import { BarChart, ShareBar } from '../../ui/chart.tsx';
import { OrderName, OrderTotal } from '../../ui/order-name.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Money, TimeAgo } from '../../ui/text.tsx';
import { AttentionCard } from './attention-card.tsx';
import { askCounts, askSpending, type Counts, totalOf } from './figures.ts';
import { FirstSteps } from './first-steps.tsx';
import './overview.css';

export function OverviewPage() {
  const { world } = useWorld();
  const counts = useData(['overview', 'counts'], askCounts, { refresh: 10_000 });
  const isNewcomer = counts.data !== undefined && totalOf(counts.data) === 0;
  return (
    <Page
      title="Overview"
      actions={
        <ButtonLink kind="primary" icon="cart" to="/app/buy">
          Buy something
        </ButtonLink>
      }
    >
      {isNewcomer && <FirstSteps world={world} />}
      <Figures counts={counts.data} />
      {!isNewcomer && (
        <>
          <div className="columns overview-top">
            <Card title="Orders by status" action={<Link href="/app/orders">All orders</Link>}>
              <Loaded data={counts}>{(value) => <ByStatus counts={value} />}</Loaded>
            </Card>
            <AttentionCard />
          </div>
          <Spending />
          <LatestOrders />
        </>
      )}
    </Page>
  );
}

function Figures({ counts }: { counts: Counts | undefined }) {
  const wallet = useData(['wallet'], (api, options) => api.getWallet({}, options), { refresh: 10_000 });
  const spending = useData(['overview', 'spending'], askSpending, { refresh: 60_000 });
  const underWay = (counts?.pending ?? 0) + (counts?.in_progress ?? 0);
  return (
    <div className="grid figures">
      <Card>
        <Loaded data={wallet} skeleton={<Skeleton lines={2} />}>
          {(money) => (
            <Figure
              label="Available"
              value={<Money cents={money.available_cents} />}
              note={
                <>
                  <Money cents={money.held_cents} /> set aside · <Link href="/app/wallet">Wallet</Link>
                </>
              }
            />
          )}
        </Loaded>
      </Card>
      <Card>
        <Loaded data={spending} skeleton={<Skeleton lines={2} />}>
          {({ total, isWhole }) => (
            <Figure
              label="Spent in 30 days"
              value={<Money cents={total} />}
              note={isWhole ? 'Refunds taken off' : 'The latest movements only'}
            />
          )}
        </Loaded>
      </Card>
      <Card>
        {counts ? (
          <Figure
            label="Orders"
            value={totalOf(counts)}
            note={underWay > 0 ? `${underWay} being bought right now` : 'None being bought right now'}
          />
        ) : (
          <Skeleton lines={2} />
        )}
      </Card>
    </div>
  );
}

function ByStatus({ counts }: { counts: Counts }) {
  const shares = Object.entries(orderStatusWords).map(([status, { label, tone }]) => ({
    status,
    name: label,
    tone,
    value: counts[status as keyof Counts],
  }));
  const label = shares.map(({ name, value }) => `${name}: ${value}`).join(', ');
  return (
    <>
      <ShareBar label={label} shares={shares} />
      <ul className="legend">
        {shares.map(({ status, name, tone, value }) => (
          <li key={status} className={value === 0 ? 'legend-none' : undefined}>
            <span className={`legend-dot legend-${tone}`} aria-hidden="true" />
            <Link href={`/app/orders?status=${status}`}>{name}</Link>
            <strong>{value}</strong>
          </li>
        ))}
      </ul>
    </>
  );
}

function Spending() {
  const spending = useData(['overview', 'spending'], askSpending);
  return (
    <Card title="Spend, last 30 days">
      <Loaded data={spending} skeleton={<Skeleton height={180} />}>
        {({ days, total }) => (
          <BarChart
            label="Spend per day"
            bars={days}
            format={formatMoney}
            summary={`${formatMoney(total)} in 30 days`}
          />
        )}
      </Loaded>
    </Card>
  );
}

function LatestOrders() {
  const latest = useData(['orders', 'latest'], (api, options) => api.listOrders({ limit: 5 }, options), {
    refresh: 10_000,
  });
  const nameOf = useRetailerName();
  return (
    <Card title="Latest orders" isFlush action={<Link href="/app/orders">All orders</Link>}>
      <Loaded data={latest} skeleton={<Skeleton lines={5} />}>
        {({ orders }) => (
          <Table
            label="Latest orders"
            rows={orders}
            keyOf={(order) => order.id}
            linkOf={(order) => `/app/orders/${order.id}`}
            columns={[
              { name: 'Order', cell: (order) => <OrderName order={order} note={nameOf(order.retailer)} /> },
              { name: 'Status', cell: (order) => <StatusBadge words={orderStatusWords} status={order.status} /> },
              { name: 'Total', isNumber: true, cell: (order) => <OrderTotal order={order} /> },
              { name: 'Ordered', isNumber: true, cell: (order) => <TimeAgo at={order.created_at} /> },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}
