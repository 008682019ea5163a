import { Link, useParams } from 'wouter';
import type { GetAnyOrderOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { humanizeName } from '../../lib/labels.ts';
import { orderName } from '../../lib/products.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { townLine } from '../../lib/town-line.ts';
import { Badge, WorldBadge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Facts, fact } from '../../ui/card.tsx';
import { OrderBadge } from '../../ui/order-name.tsx';
import type { Column } from '../../ui/table.tsx';
import { CopyButton, ExternalLink, Moment, Money, TimeAgo } from '../../ui/text.tsx';
import { CustomerLink } from './cells.tsx';
import { JobList } from './job-list.tsx';
import { ActivityCard, Milestones, Related, RequestsCard, SubjectPage } from './subject-page.tsx';

type File = GetAnyOrderOutput;

const moneyColumns: readonly Column<File['money'][number]>[] = [
  { name: 'Type', cell: (entry) => humanizeName(entry.type) },
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
  { name: 'Time', cell: (entry) => <TimeAgo at={entry.created_at} /> },
];

const deliveryColumns: readonly Column<File['deliveries'][number]>[] = [
  { name: 'Event', cell: (one) => humanizeName(one.event) },
  { name: 'Status', cell: (one) => humanizeName(one.status) },
  { name: 'Response', isNumber: true, cell: (one) => one.response_status ?? '–' },
  { name: 'Time', cell: (one) => <Moment at={one.created_at} /> },
];

const eventColumns: readonly Column<File['events'][number]>[] = [
  { name: 'Event', cell: (one) => <code>{one.type}</code> },
  { name: 'Time', cell: (one) => <Moment at={one.created_at} /> },
];

export function OperatorOrderPage() {
  const { id = '' } = useParams();
  const nameOf = useRetailerName();
  const data = useData(['operator-order', id], (api, options) => api.getAnyOrder({ order_id: id }, options), {
    refresh: 5000,
  });
  return (
    <SubjectPage
      data={data}
      name="Order"
      icon="box"
      missing="Order not found"
      presence={{ kind: 'order', subject: id }}
    >
      {(file) => ({
        title: orderName(file.order),
        badges: (
          <>
            <OrderBadge order={file.order} withWord />
            <WorldBadge world={file.world} />
          </>
        ),
        lead: (
          <>
            <CustomerLink of={file} /> · {nameOf(file.order.retailer)} · <Moment at={file.order.created_at} />
          </>
        ),
        actions: (
          <ButtonLink icon="chat" to={`/app/operator/cases/${id}`}>
            Open case
          </ButtonLink>
        ),
        main: <RelatedRows file={file} />,
        aside: (
          <>
            <AboutCard file={file} />
            <Milestones title="Timeline" of={milestonesOf(file)} empty="Nothing happened yet." />
            <ActivityCard entries={file.audit} />
          </>
        ),
      })}
    </SubjectPage>
  );
}

const milestonesOf = ({ timeline }: File) =>
  timeline.toReversed().map(({ label, occurred_at: at, source }) => ({ title: label, at, note: humanizeName(source) }));

const RelatedRows = ({ file }: { file: File }) => (
  <>
    <Card title="Items">
      <ul className="stack">
        {file.order.items.map((item) => (
          <li key={item.id}>
            {item.quantity} × <ExternalLink href={item.url} /> <Badge>{humanizeName(item.status)}</Badge>
          </li>
        ))}
      </ul>
    </Card>
    <Related
      title="Money"
      rows={file.money}
      columns={moneyColumns}
      keyOf={(entry) => entry.id}
      empty={{ icon: 'wallet', title: 'No money moved' }}
    />
    <Card title="Pending jobs">
      {file.jobs.length === 0 ? <p className="quiet">No pending jobs.</p> : <JobList jobs={file.jobs} />}
    </Card>
    <Related title="Webhook deliveries" rows={file.deliveries} columns={deliveryColumns} keyOf={(one) => one.id} />
    <Related title="Events" rows={file.events} columns={eventColumns} keyOf={(one) => one.id} />
    <RequestsCard requests={file.requests} />
  </>
);

function AboutCard({ file: { order, recipient_email: email, mails, api_key_id: keyId } }: { file: File }) {
  const to = order.shipping_address;
  const sent = mails.map((mail) => humanizeName(mail.stage)).join(', ');
  const parcels = order.tracking_numbers.map((one) => (
    <p key={one.id}>
      <Link href={`/app/operator/parcels/${one.id}`} className="break">
        {one.carrier} {one.tracking_number}
      </Link>
    </p>
  ));
  return (
    <Card title="About">
      <Facts
        rows={[
          ['Recipient', `${to.first_name} ${to.last_name}`],
          ['Address', [to.address_line1, to.address_line2, townLine(to), to.country].filter(Boolean).join(', ')],
          ['Phone', to.phone_number],
          fact(
            'Email',
            email && <Link href={`/app/operator/mails/${order.id}`}>{sent ? `${email} (sent: ${sent})` : email}</Link>,
          ),
          ['Retailer’s order number', order.merchant_order_ids.join(', ')],
          ['Parcels', parcels.length > 0 && parcels],
          fact('Maximum price', <Money cents={order.max_price} />),
          ['Error', order.job_result?.error],
          fact('Key', keyId && <Link href={`/app/operator/keys/${keyId}`}>{keyId.slice(0, 8)}</Link>),
          fact('ID', <CopyButton text={order.id} label={order.id.slice(0, 8)} />),
        ]}
      />
    </Card>
  );
}
