import { Link, useParams } from 'wouter';
import type { GetCustomerOutput } from '../../../../sdk/src/index.ts';
import { useQueryParam, useSelectedRow } from '../../lib/address.ts';
import { useData } from '../../lib/data.ts';
import { formatMoney, formatNumber, plural } from '../../lib/format.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { worldNames } from '../../lib/world.tsx';
import { WorldBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Facts, fact } from '../../ui/card.tsx';
import { OrderBadge } from '../../ui/order-name.tsx';
import type { Column } from '../../ui/table.tsx';
import { CopyButton, Moment, TimeAgo } from '../../ui/text.tsx';
import { ChargedTotal, KeyState, NameCell } from './cells.tsx';
import { MoneyHistory, Wallets } from './customer-money.tsx';
import { FreezeDialog } from './key-page.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { ActivityCard, Related, SubjectPage } from './subject-page.tsx';

type Customer = GetCustomerOutput;

export function CustomerPage() {
  const { id = '' } = useParams();
  const [dialog, setDialog] = useQueryParam('dialog');
  const data = useData(['operator-customer', id], (api, options) => api.getCustomer({ account_id: id }, options), {
    refresh: 10_000,
  });
  return (
    <SubjectPage
      data={data}
      name="Customer"
      icon="people"
      missing="Customer not found"
      back={{ to: '/app/operator/customers', label: 'Customers' }}
      presence={{ kind: 'customer', subject: id }}
    >
      {(customer) => ({
        title: nameOf(customer),
        actions: customer.sessions > 0 && (
          <Button kind="danger" onClick={() => setDialog('sign-out')}>
            End {plural(customer.sessions, 'session')}
          </Button>
        ),
        top: <Wallets customer={customer} />,
        main: (
          <>
            <Orders orders={customer.orders} />
            <MoneyHistory customer={customer} />
            <Related
              title="People"
              rows={customer.people}
              columns={personColumns}
              keyOf={(person) => person.id}
              empty={{ icon: 'people', title: 'Nobody has claimed this sandbox yet' }}
            />
            <Keys keys={customer.keys} />
            <Sessions sessions={customer.session_list} />
            {dialog === 'sign-out' && customer.sessions > 0 && (
              <SignOutDialog customer={customer} onClose={() => setDialog(null)} />
            )}
          </>
        ),
        aside: (
          <>
            <AboutCard customer={customer} />
            <ActivityCard entries={customer.audit} />
          </>
        ),
      })}
    </SubjectPage>
  );
}

const nameOf = ({ account_email: email }: Customer): string => email ?? 'Unclaimed sandbox';

const AboutCard = ({ customer }: { customer: Customer }) => (
  <Card title="About">
    <Facts
      rows={[
        fact('Customer since', <Moment at={customer.created_at} />),
        fact('Last sign-in', customer.last_signed_in_at ? <TimeAgo at={customer.last_signed_in_at} /> : 'Never'),
        ['Sessions', formatNumber(customer.sessions)],
        fact('ID', <CopyButton text={customer.account_id} label={customer.account_id.slice(0, 8)} />),
      ]}
    />
  </Card>
);

const SignOutDialog = ({ customer, onClose }: { customer: Customer; onClose(): void }) => (
  <ReasonDialog
    title="End all sessions?"
    action="End sessions"
    act={(api, reason) => api.signCustomerOut({ account_id: customer.account_id, body: { reason } })}
    done="All sessions ended."
    changes={['operator-customer']}
    onClose={onClose}
  >
    All browsers signed in as {nameOf(customer)} have to sign in again. API keys keep working.
  </ReasonDialog>
);

type Key = Customer['keys'][number];

const limitsOf = (key: Key): string =>
  [
    `…${key.hint}`,
    key.scopes.join(', '),
    key.spend_per_day_cents !== null && `${formatMoney(key.spend_per_day_cents)} per day`,
    key.spend_per_order_cents !== null && `${formatMoney(key.spend_per_order_cents)} per order`,
  ]
    .filter(Boolean)
    .join(' · ');

function Keys({ keys }: { keys: Key[] }) {
  const alive = keys.filter((key) => key.revoked_at === null);
  const [chosen, setChosen] = useSelectedRow('freeze', alive, (key) => key.id);
  const columns: Column<Key>[] = [
    {
      name: 'Key',
      cell: (key) => (
        <NameCell
          name={<Link href={`/app/operator/keys/${key.id}`}>{key.label || 'Unnamed key'}</Link>}
          note={limitsOf(key)}
        />
      ),
    },
    { name: 'Mode', cell: (key) => <WorldBadge world={key.world} /> },
    { name: 'Last used', cell: (key) => (key.last_used_at ? <TimeAgo at={key.last_used_at} /> : 'Never') },
    { name: 'Status', cell: (key) => <KeyState of={key} /> },
    {
      name: 'Actions',
      hideName: true,
      cell: (key) =>
        key.revoked_at === null && (
          <Button size="small" onClick={() => setChosen(key)}>
            {key.frozen_at ? 'Unfreeze' : 'Freeze'}
            <span className="hidden"> {key.label}</span>
          </Button>
        ),
    },
  ];
  return (
    <Related
      title="Keys"
      rows={keys}
      columns={columns}
      keyOf={(key) => key.id}
      empty={{ icon: 'key', title: 'No keys' }}
    >
      {chosen && <FreezeDialog of={chosen} onClose={() => setChosen(null)} />}
    </Related>
  );
}

const personColumns: readonly Column<Customer['people'][number]>[] = [
  {
    name: 'Person',
    cell: (person) => <NameCell name={person.name ?? person.email} note={person.name && person.email} />,
  },
  { name: 'Role', cell: (person) => person.role },
  { name: 'Joined', cell: (person) => <TimeAgo at={person.joined_at} /> },
];

function Orders({ orders }: { orders: Customer['orders'] }) {
  const retailerName = useRetailerName();
  const columns: Column<Customer['orders'][number]>[] = [
    {
      name: 'Order',
      cell: (order) => (
        <NameCell name={order.recipient} note={`${retailerName(order.retailer)} · ${worldNames[order.world]}`} />
      ),
    },
    { name: 'Status', cell: (order) => <OrderBadge order={order} /> },
    {
      name: 'Total',
      isNumber: true,
      cell: (order) => <ChargedTotal order={order} />,
    },
    { name: 'Ordered', cell: (order) => <TimeAgo at={order.created_at} /> },
  ];
  return (
    <Related
      title="Latest orders"
      rows={orders}
      columns={columns}
      keyOf={(order) => order.id}
      linkOf={(order) => `/app/operator/orders/${order.id}`}
      empty={{ icon: 'box', title: 'No orders' }}
    />
  );
}

type Session = Customer['session_list'][number];

/** Sessions, each with a button to end it. */
function Sessions({ sessions }: { sessions: Session[] }) {
  const [chosen, setChosen] = useSelectedRow('session', sessions, (session) => session.id);
  const columns: Column<Session>[] = [
    {
      name: 'Person and browser',
      cell: (session) => (
        <NameCell
          name={session.email}
          note={[session.browser, session.ip_address].filter(Boolean).join(' · ') || 'Unknown browser'}
        />
      ),
    },
    { name: 'Signed in', cell: (session) => <TimeAgo at={session.signed_in_at} /> },
    { name: 'Expires', cell: (session) => <Moment at={session.expires_at} />, isMinor: true },
    {
      name: 'Actions',
      hideName: true,
      cell: (session) => (
        <Button size="small" onClick={() => setChosen(session)}>
          End<span className="hidden"> the session for {session.email}</span>
        </Button>
      ),
    },
  ];
  return (
    <Related
      title="Sessions"
      rows={sessions}
      columns={columns}
      keyOf={(session) => session.id}
      empty={{ icon: 'people', title: 'Nobody is signed in' }}
    >
      {chosen && (
        <ReasonDialog
          title="End this session?"
          action="End session"
          act={(api, reason) => api.endAnySession({ session_id: chosen.id, body: { reason } })}
          done="Session ended."
          changes={['operator-customer']}
          onClose={() => setChosen(null)}
        >
          This signs {chosen.email} out of one browser. Other sessions and API keys keep working.
        </ReasonDialog>
      )}
    </Related>
  );
}
