import { Link, useParams } from 'wouter';
import type { GetAnyOrderOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { isNotFound } from '../../lib/errors.ts';
import { plural } from '../../lib/format.ts';
import { orderName } from '../../lib/products.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { plainWords } from '../../lib/words.ts';
import { Badge, WorldBadge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { OrderBadge } from '../../ui/order-name.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { CopyButton, ExternalLink, Moment, Money, TimeAgo } from '../../ui/text.tsx';
import { AuditEntries } from './audit-entries.tsx';
import { CustomerLink } from './customer-page.tsx';
import { JobActions } from './job-actions.tsx';
import './operator.css';
import { PresenceBar } from './presence.tsx';
import { RequestsCard } from './subject-page.tsx';

type File = GetAnyOrderOutput;
type Job = File['jobs'][number];

const back = { to: '/app/operator', label: 'Operations' };

export function OperatorOrderPage() {
  const { id = '' } = useParams();
  const file = useData(['operator-order', id], (api, options) => api.getAnyOrder({ order_id: id }, options), {
    refresh: 5000,
  });
  if (isNotFound(file.error) || file.error?.name === 'ValidationError') {
    return (
      <Page title="Order" back={back}>
        <EmptyState icon="box" title="There is no such order" />
      </Page>
    );
  }
  return (
    <Loaded
      data={file}
      skeleton={
        <Page title="Order" back={back}>
          <Skeleton height={300} />
        </Page>
      }
    >
      {(value) => <Shown file={value} />}
    </Loaded>
  );
}

function Shown({ file }: { file: File }) {
  const { order } = file;
  const nameOf = useRetailerName();
  const title = orderName(order);
  return (
    <Page
      title={title}
      heading={
        <>
          <span className="break">{title}</span>
          <OrderBadge order={order} withWord />
          <WorldBadge world={file.world} />
        </>
      }
      back={back}
      lead={
        <>
          <CustomerLink id={file.account_id} email={file.account_email} /> · {nameOf(order.retailer)} ·{' '}
          <Moment at={order.created_at} />
        </>
      }
      actions={
        <ButtonLink icon="chat" to={`/app/operator/cases/${order.id}`}>
          Its case
        </ButtonLink>
      }
    >
      <PresenceBar kind="order" subject={order.id} />
      <div className="columns">
        <div className="stack">
          <Card title="Items">
            <ul className="stack">
              {order.items.map((item) => (
                <li key={item.id}>
                  {item.quantity} × <ExternalLink href={item.url} /> <Badge>{plainWords(item.status)}</Badge>
                </li>
              ))}
            </ul>
          </Card>
          <MoneyCard money={file.money} />
          <JobsCard jobs={file.jobs} />
          <DeliveriesCard deliveries={file.deliveries} />
          <EventsCard events={file.events} />
          <RequestsCard requests={file.requests} />
        </div>
        <div className="stack">
          <AddressCard file={file} />
          <TimelineCard timeline={file.timeline} />
          <Card title="What operators did">
            <AuditEntries entries={file.audit} />
          </Card>
        </div>
      </div>
    </Page>
  );
}

const Parcels = ({ of: parcels }: { of: File['order']['tracking_numbers'] }) =>
  parcels.length === 0
    ? '–'
    : parcels.map((one) => (
        <p key={one.id}>
          <Link href={`/app/operator/parcels/${one.id}`} className="break">
            {one.carrier} {one.tracking_number}
          </Link>
        </p>
      ));

function AddressCard({ file: { order, recipient_email: email, mails, api_key_id: keyId } }: { file: File }) {
  const to = order.shipping_address;
  const told = mails.map((mail) => plainWords(mail.stage)).join(', ');
  return (
    <Card title="About">
      <Facts
        rows={[
          ['Recipient', `${to.first_name} ${to.last_name}`],
          ['Address', [to.address_line1, to.city, to.state, to.postal_code, to.country].filter(Boolean).join(', ')],
          ['Phone', to.phone_number || '–'],
          [
            'Mail',
            email ? (
              <Link
                key="mail"
                href={`/app/operator/mails/${order.id}`}
              >{`${email}${told ? ` (told: ${told})` : ''}`}</Link>
            ) : (
              '–'
            ),
          ],
          ['Retailer’s number', order.merchant_order_ids.join(', ') || '–'],
          ['Parcels', <Parcels key="parcels" of={order.tracking_numbers} />],
          ['At most', <Money key="max" cents={order.max_price} />],
          ['Error', order.job_result?.error ?? '–'],
          [
            'Key',
            keyId ? (
              <Link key="key" href={`/app/operator/keys/${keyId}`}>
                {keyId.slice(0, 8)}
              </Link>
            ) : (
              '–'
            ),
          ],
          ['Id', <CopyButton key="id" text={order.id} label={order.id.slice(0, 8)} />],
        ]}
      />
    </Card>
  );
}

const moneyColumns: readonly Column<File['money'][number]>[] = [
  { name: 'What', cell: (entry) => plainWords(entry.type) },
  {
    name: 'From and to',
    cell: (entry) => (
      <span className="return-name">
        <code>{entry.from}</code>
        <code>→ {entry.to}</code>
      </span>
    ),
    isMinor: true,
  },
  { name: 'Amount', isNumber: true, cell: (entry) => <Money cents={entry.amount_cents} /> },
  { name: 'When', cell: (entry) => <TimeAgo at={entry.created_at} /> },
];

const MoneyCard = ({ money }: { money: File['money'] }) => (
  <Card title="Money" isFlush>
    {money.length === 0 ? (
      <EmptyState icon="wallet" title="Nothing moved" />
    ) : (
      <Table label="Money" columns={moneyColumns} rows={money} keyOf={(entry) => entry.id} />
    )}
  </Card>
);

/** What is still to be done for it, and what was given up. */
function JobsCard({ jobs }: { jobs: Job[] }) {
  return (
    <Card title="Open work">
      {jobs.length === 0 ? (
        <p className="quiet">Nothing is left to do.</p>
      ) : (
        <ul className="failing-jobs">
          {jobs.map((job) => (
            <li key={job.id}>
              <p>
                <code>{job.kind}</code>{' '}
                {job.dead_at ? (
                  <Badge tone="bad">Given up</Badge>
                ) : (
                  <Badge>{plural(job.attempts, 'try', 'tries')}</Badge>
                )}
              </p>
              {job.error && <p className="break">{job.error}</p>}
              {job.next_attempt_at && (
                <p className="quiet small">
                  Next <Moment at={job.next_attempt_at} />
                </p>
              )}
              {job.dead_at && <JobActions id={job.id} />}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const deliveryColumns: readonly Column<File['deliveries'][number]>[] = [
  { name: 'Event', cell: (one) => plainWords(one.event) },
  { name: 'Status', cell: (one) => plainWords(one.status) },
  { name: 'Answer', isNumber: true, cell: (one) => one.response_status ?? '–' },
  { name: 'When', cell: (one) => <Moment at={one.created_at} /> },
];

const DeliveriesCard = ({ deliveries }: { deliveries: File['deliveries'] }) =>
  deliveries.length === 0 ? null : (
    <Card title="Webhook messages" isFlush>
      <Table label="Webhook messages" columns={deliveryColumns} rows={deliveries} keyOf={(one) => one.id} />
    </Card>
  );

const eventColumns: readonly Column<File['events'][number]>[] = [
  { name: 'Event', cell: (one) => <code>{one.type}</code> },
  { name: 'When', cell: (one) => <Moment at={one.created_at} /> },
];

const EventsCard = ({ events }: { events: File['events'] }) =>
  events.length === 0 ? null : (
    <Card title="Events" isFlush>
      <Table label="Events" columns={eventColumns} rows={events} keyOf={(one) => one.id} />
    </Card>
  );

const TimelineCard = ({ timeline }: { timeline: File['timeline'] }) => (
  <Card title="Timeline">
    <ol className="stack">
      {timeline.toReversed().map((milestone) => (
        <li key={milestone.type + milestone.occurred_at}>
          <p>{milestone.label}</p>
          <p className="quiet small">
            <Moment at={milestone.occurred_at} /> · {plainWords(milestone.source)}
          </p>
        </li>
      ))}
    </ol>
  </Card>
);
