import { Link, useParams } from 'wouter';
import type { GetCustomerOutput } from '../../../../sdk/src/index.ts';
import { useAddressed, useAddressPart } from '../../lib/address.ts';
import { useChange, useData } from '../../lib/data.ts';
import { isNotFound } from '../../lib/errors.ts';
import { formatMoney, formatNumber, plural } from '../../lib/format.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { worldNames } from '../../lib/world.tsx';
import { WorldBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { OrderBadge } from '../../ui/order-name.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { CopyButton, Moment, Money, TimeAgo } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';
import { AuditEntries } from './audit-entries.tsx';
import { MoneyHistory, Wallets } from './customer-money.tsx';
import { Sessions } from './customer-sessions.tsx';
import { FreezeDialog } from './freeze-dialog.tsx';
import { KeyState } from './key-state.tsx';
import './operator.css';
import { PresenceBar } from './presence.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

type Customer = GetCustomerOutput;
type Key = Customer['keys'][number];
type Order = Customer['orders'][number];

const back = { to: '/app/operator', label: 'Operations' };

export function CustomerPage() {
  const { id = '' } = useParams();
  const customer = useData(['operator-customer', id], (api, options) => api.getCustomer({ account_id: id }, options), {
    refresh: 10_000,
  });
  if (isNotFound(customer.error)) {
    return (
      <Page title="Customer" back={back}>
        <EmptyState icon="people" title="There is no such customer" />
      </Page>
    );
  }
  return (
    <Loaded
      data={customer}
      skeleton={
        <Page title="Customer" back={back}>
          <Skeleton height={300} />
        </Page>
      }
    >
      {(value) => <Shown customer={value} />}
    </Loaded>
  );
}

function Shown({ customer }: { customer: Customer }) {
  const [dialog, setDialog] = useAddressPart('dialog');
  const name = customer.account_email ?? 'Sandbox without a person';
  const signOut = useChange<string>(
    (api, reason) => api.signCustomerOut({ account_id: customer.account_id, body: { reason } }),
    {
      changes: ['operator-customer', 'operator-audit'],
      onDone() {
        setDialog(null);
        notify('Every session is ended.');
      },
    },
  );
  return (
    <Page
      title={name}
      heading={<span className="break">{name}</span>}
      back={back}
      actions={
        customer.sessions > 0 && (
          <Button kind="danger" onClick={() => setDialog('sign-out')}>
            End {plural(customer.sessions, 'session')}
          </Button>
        )
      }
    >
      <PresenceBar kind="customer" subject={customer.account_id} />
      <Wallets customer={customer} />
      <div className="columns">
        <div className="stack">
          <Orders orders={customer.orders} />
          <MoneyHistory customer={customer} />
          <People people={customer.people} />
          <Keys keys={customer.keys} />
          <Sessions sessions={customer.session_list} />
        </div>
        <div className="stack">
          <Card title="About">
            <Facts
              rows={[
                ['Since', <Moment key="since" at={customer.created_at} />],
                [
                  'Signed in',
                  customer.last_signed_in_at ? <TimeAgo key="last" at={customer.last_signed_in_at} /> : 'Never',
                ],
                ['Sessions', formatNumber(customer.sessions)],
                ['Id', <CopyButton key="id" text={customer.account_id} label={customer.account_id.slice(0, 8)} />],
              ]}
            />
          </Card>
          <Card title="What operators did">
            <AuditEntries entries={customer.audit} />
          </Card>
        </div>
      </div>
      {dialog === 'sign-out' && customer.sessions > 0 && (
        <ReasonDialog
          title="End every session?"
          action="End them"
          isBusy={signOut.isPending}
          error={signOut.error}
          onConfirm={(reason) => signOut.mutate(reason)}
          onClose={() => setDialog(null)}
        >
          Every browser that is signed in as {name} has to sign in again. Keys go on working.
        </ReasonDialog>
      )}
    </Page>
  );
}

function Keys({ keys }: { keys: Key[] }) {
  const alive = keys.filter((key) => key.revoked_at === null);
  const [chosen, setChosen] = useAddressed('freeze', alive, (key) => key.id);
  const columns: Column<Key>[] = [
    {
      name: 'Key',
      cell: (key) => (
        <span className="return-name">
          <Link href={`/app/operator/keys/${key.id}`} className="break">
            <strong>{key.label || 'Without a name'}</strong>
          </Link>
          <span className="quiet small">
            …{key.hint} · {key.scopes.join(', ')}
            {key.spend_per_day_cents !== null && ` · ${formatMoney(key.spend_per_day_cents)} a day`}
            {key.spend_per_order_cents !== null && ` · ${formatMoney(key.spend_per_order_cents)} an order`}
          </span>
        </span>
      ),
    },
    { name: 'World', cell: (key) => <WorldBadge world={key.world} /> },
    { name: 'Used', cell: (key) => (key.last_used_at ? <TimeAgo at={key.last_used_at} /> : 'Never') },
    { name: 'State', cell: (key) => <KeyState of={key} /> },
    {
      name: 'Act',
      hideName: true,
      cell: (key) =>
        key.revoked_at === null && (
          <Button size="small" onClick={() => setChosen(key)}>
            {key.frozen_at ? 'Thaw' : 'Freeze'}
            <span className="hidden"> {key.label}</span>
          </Button>
        ),
    },
  ];
  return (
    <Card title="Keys" isFlush>
      {keys.length === 0 ? (
        <EmptyState icon="key" title="No keys" />
      ) : (
        <Table label="Keys" columns={columns} rows={keys} keyOf={(key) => key.id} />
      )}
      {chosen && <FreezeDialog of={chosen} onClose={() => setChosen(null)} />}
    </Card>
  );
}

type Person = Customer['people'][number];

const personColumns: readonly Column<Person>[] = [
  {
    name: 'Person',
    cell: (person) => (
      <span className="return-name">
        <strong className="break">{person.name ?? person.email}</strong>
        {person.name && <span className="quiet small break">{person.email}</span>}
      </span>
    ),
  },
  { name: 'Role', cell: (person) => person.role },
  { name: 'Joined', cell: (person) => <TimeAgo at={person.joined_at} /> },
];

const People = ({ people }: { people: Person[] }) => (
  <Card title="People" isFlush>
    {people.length === 0 ? (
      <EmptyState icon="people" title="Nobody has claimed it yet" />
    ) : (
      <Table label="People" columns={personColumns} rows={people} keyOf={(person) => person.id} />
    )}
  </Card>
);

const orderColumnsFor = (nameOf: (retailer: string) => string): readonly Column<Order>[] => [
  {
    name: 'Order',
    cell: (order) => (
      <span className="return-name">
        <strong className="break">{order.recipient}</strong>
        <span className="quiet small">
          {nameOf(order.retailer)} · {worldNames[order.world]}
        </span>
      </span>
    ),
  },
  { name: 'Status', cell: (order) => <OrderBadge order={order} /> },
  {
    name: 'Total',
    isNumber: true,
    cell: (order) => <Money cents={order.charged_cents ?? order.max_price_cents} />,
  },
  { name: 'Ordered', cell: (order) => <TimeAgo at={order.created_at} /> },
];

function Orders({ orders }: { orders: Order[] }) {
  const nameOf = useRetailerName();
  return (
    <Card title="Latest orders" isFlush>
      {orders.length === 0 ? (
        <EmptyState icon="box" title="No orders" />
      ) : (
        <Table
          label="Latest orders"
          columns={orderColumnsFor(nameOf)}
          rows={orders}
          keyOf={(order) => order.id}
          linkOf={(order) => `/app/operator/orders/${order.id}`}
        />
      )}
    </Card>
  );
}

/** The way to a customer's page from wherever their address stands. */
export const CustomerLink = ({ id, email }: { id: string; email: string | null }) => (
  <Link href={`/app/operator/customers/${id}`} className="break">
    {email ?? 'Unclaimed sandbox'}
  </Link>
);
