import { Link } from 'wouter';
import { useData } from '../../lib/data.ts';
import { keysOf } from '../../lib/fields.ts';
import { formatCount, formatMoney, formatShortDay } from '../../lib/format.ts';
import { orderPlaceLabels } from '../../lib/labels.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { useWorld } from '../../lib/world.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Figure } from '../../ui/card.tsx';
import { BarChart, ShareBar } from '../../ui/chart.tsx';
import { OrderBadge, OrderName, OrderTotal } from '../../ui/order-name.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded, Shape, Skeleton } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Money, TimeAgo } from '../../ui/text.tsx';
import { AttentionCard } from './attention-card.tsx';
import { Checklist } from './checklist.tsx';
import { countText, nothing, type Overview, totalOf, useOverview } from './figures.ts';
import { GoingLive } from './going-live.tsx';
import './overview.css';

export function OverviewPage() {
  const overview = useOverview();
  const isNew = overview.data !== undefined && totalOf(overview.data.orders) === 0;
  return (
    <Page
      title="Overview"
      actions={
        <ButtonLink kind="primary" icon="cart" to="/app/buy" does="createOrder">
          Buy something
        </ButtonLink>
      }
    >
      {overview.data && isNew ? <NewAccount overview={overview.data} /> : <Everything overview={overview} />}
    </Page>
  );
}

/** An account without orders sees its next steps and its wallet. */
function NewAccount({ overview }: { overview: Overview }) {
  const { world } = useWorld();
  return (
    <>
      {world === 'live' ? <GoingLive overview={overview} /> : <Checklist isNew />}
      <Figures overview={overview} />
    </>
  );
}

function Everything({ overview }: { overview: ReturnType<typeof useOverview> }) {
  return (
    <>
      <Figures overview={overview.data} />
      <div className="columns overview-top">
        <Card title="Orders by status" action={<Link href="/app/orders">All orders</Link>}>
          <Loaded
            data={overview}
            skeleton={
              <Shape>
                <ByPlace orders={nothing.orders} />
              </Shape>
            }
          >
            {({ orders }) => <ByPlace orders={orders} />}
          </Loaded>
        </Card>
        <AttentionCard />
      </div>
      <Card title="Spend, last 30 days">
        <Loaded data={overview} skeleton={<Skeleton height={180} />}>
          {({ spending }) => <Spending spending={spending} />}
        </Loaded>
      </Card>
      <LatestOrders />
      <Checklist />
    </>
  );
}

/** The cards keep their size while their figures load, so nothing below them moves. */
function Figures({ overview }: { overview: Overview | undefined }) {
  const { wallet, spending, orders } = overview ?? nothing;
  const underWay = orders.pending + orders.in_progress;
  const figures = {
    Available: (
      <Figure
        label="Available"
        value={<Money cents={wallet.available_cents} />}
        note={
          <>
            <Money cents={wallet.held_cents} /> on hold · <Link href="/app/wallet">Wallet</Link>
          </>
        }
      />
    ),
    Spent: (
      <Figure
        label="Spent in the last 30 days"
        value={<Money cents={spending.total_cents} />}
        note={spending.total_cents < 0 ? 'Refunds exceed spending' : 'After refunds and credits'}
      />
    ),
    Orders: (
      <Figure
        label="Orders"
        value={countText(orders)}
        note={underWay > 0 ? `${formatCount(underWay)} in progress` : 'None in progress'}
      />
    ),
  };
  return (
    <div className="grid figures">
      {Object.entries(figures).map(([name, figure]) => (
        <Card key={name}>{overview ? figure : <Shape>{figure}</Shape>}</Card>
      ))}
    </div>
  );
}

function ByPlace({ orders }: { orders: Overview['orders'] }) {
  const shares = keysOf(orderPlaceLabels).map((place) => ({
    place,
    name: orderPlaceLabels[place].label,
    tone: orderPlaceLabels[place].tone,
    value: orders[place],
  }));
  const label = shares.map(({ name, value }) => `${name}: ${formatCount(value)}`).join(', ');
  return (
    <>
      <ShareBar label={label} shares={shares} />
      <ul className="legend">
        {shares.map(({ place, name, tone, value }) => (
          <li key={place} className={value === 0 ? 'legend-none' : undefined}>
            <span className={`legend-dot legend-${tone}`} aria-hidden="true" />
            <Link href={`/app/orders?status=${place}`}>{name}</Link>
            <strong>{formatCount(value)}</strong>
          </li>
        ))}
      </ul>
    </>
  );
}

function Spending({ spending }: { spending: Overview['spending'] }) {
  return (
    <BarChart
      label="Spend per day (UTC)"
      bars={spending.days.map(({ day, cents }) => ({ label: formatShortDay(day), value: cents }))}
      format={formatMoney}
      summary={`${formatMoney(spending.total_cents)} in the last 30 days`}
    />
  );
}

function LatestOrders() {
  const latest = useData(['orders', 'latest'], (api, options) => api.listOrders({ limit: 5 }, options));
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
              { name: 'Status', cell: (order) => <OrderBadge order={order} /> },
              { name: 'Total', isNumber: true, cell: (order) => <OrderTotal order={order} /> },
              { name: 'Ordered', isNumber: true, cell: (order) => <TimeAgo at={order.created_at} /> },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}
