import { Link, useParams } from 'wouter';
import type { GetAnyOrderOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { deliveryStatusOf, humanizeName, timelineSourceLabels } from '../../lib/labels.ts';
import { namedProducts, orderName } from '../../lib/products.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { townLine } from '../../lib/town-line.ts';
import { Badge, StatusBadge, WorldBadge } from '../../ui/badge.tsx';
import { Card, Facts, fact } from '../../ui/card.tsx';
import { OrderBadge } from '../../ui/order-name.tsx';
import type { Column } from '../../ui/table.tsx';
import { CopyButton, ExternalLink, Moment, Money, TimeAgo } from '../../ui/text.tsx';
import { CustomerLink, NameCell } from './cells.tsx';
import { JobList } from './job-list.tsx';
import { OrderActions } from './order-actions.tsx';
import { ActivityCard, Milestones, Related, RequestsCard, SubjectPage } from './subject-page.tsx';

type File = GetAnyOrderOutput;

const moneyColumns: readonly Column<File['money'][number]>[] = [
  { name: 'Type', cell: (entry) => humanizeName(entry.type) },
  {
    name: 'Transfer',
    cell: (entry) => (
      <span className="return-name">
        <code>{entry.from}</code>
        <code>→ {entry.to}</code>
      </span>
    ),
    isMinor: true,
  },
  { name: 'Amount', isNumber: true, cell: (entry) => <Money cents={entry.amount_cents} currency={entry.currency} /> },
  { name: 'Time', cell: (entry) => <TimeAgo at={entry.created_at} /> },
];

const attemptLabels = {
  retried: { label: 'Retried', tone: 'warn' },
  placed: { label: 'Placed', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  running: { label: 'Running', tone: 'busy' },
  needs_review: { label: 'Needs review', tone: 'warn' },
} as const;

const attemptColumns: readonly Column<File['attempts'][number]>[] = [
  { name: 'Outcome', cell: (one) => <StatusBadge labels={attemptLabels} status={one.outcome} /> },
  {
    name: 'Store response',
    cell: (one) => <NameCell name={one.reason ? humanizeName(one.reason) : '–'} note={one.message} />,
    isWide: true,
  },
  { name: 'Time', cell: (one) => <Moment at={one.at} /> },
];

const deliveryColumns: readonly Column<File['deliveries'][number]>[] = [
  { name: 'Event', cell: (one) => humanizeName(one.event) },
  { name: 'Status', cell: (one) => humanizeName(deliveryStatusOf(one)) },
  { name: 'Response', isNumber: true, cell: (one) => one.response_status ?? '–' },
  { name: 'Time', cell: (one) => <Moment at={one.created_at} /> },
];

const eventColumns: readonly Column<File['events'][number]>[] = [
  { name: 'Event', cell: (one) => <code>{one.type}</code> },
  { name: 'Time', cell: (one) => <Moment at={one.created_at} /> },
];

const isUnbought = ({ order: { status } }: File): boolean => status === 'pending' || status === 'in_progress';

export function OperatorOrderPage() {
  const { id = '' } = useParams();
  const nameOf = useRetailerName();
  const data = useData(['operator-order', id], (api, options) => api.getAnyOrder({ order_id: id }, options), {
    // Attempts and webhook deliveries have no events.
    refresh: (file) => (file && isUnbought(file) ? 2000 : 15_000),
  });
  return (
    <SubjectPage
      data={data}
      name="Order"
      icon="box"
      missing="Order not found"
      back={{ to: '/app/operator/orders', label: 'Orders' }}
      presence={{ kind: 'order', subject: id }}
    >
      {(file) => ({
        title: orderName(file.order, productsOf(file)),
        badges: (
          <>
            <OrderBadge order={file.order} withApiStatus />
            <WorldBadge world={file.world} />
          </>
        ),
        lead: (
          <>
            <CustomerLink of={file} /> · {nameOf(file.order.retailer)} · <Moment at={file.order.created_at} />
          </>
        ),
        actions: <OrderActions file={file} />,
        main: <RelatedRows file={file} />,
        aside: (
          <>
            <AboutCard file={file} />
            <Milestones title="Timeline" of={milestonesOf(file)} empty="No activity yet." />
            <ActivityCard entries={file.audit} />
          </>
        ),
      })}
    </SubjectPage>
  );
}

const productsOf = ({ order, titles }: File) =>
  namedProducts(
    order,
    titles.map((title) => ({ title, image: null })),
  );

const milestonesOf = ({ timeline }: File) =>
  timeline
    .toReversed()
    .map(({ label, occurred_at: at, source }) => ({ title: label, at, note: timelineSourceLabels[source] }));

const RelatedRows = ({ file }: { file: File }) => (
  <>
    <Card title="Items">
      <ul className="stack">
        {file.order.items.map((item, index) => (
          <li key={item.id}>
            {item.quantity} × <strong className="break">{productsOf(file)[index]?.title}</strong>{' '}
            <Badge>{humanizeName(item.status)}</Badge>
            <br />
            <ExternalLink href={item.url} />
          </li>
        ))}
      </ul>
    </Card>
    <Related
      title="Money"
      rows={file.money}
      columns={moneyColumns}
      keyOf={(entry) => entry.id}
      empty={{ icon: 'wallet', title: 'No transactions' }}
    />
    {file.attempts.length > 0 && (
      <Related
        title="Purchase attempts"
        rows={file.attempts}
        columns={attemptColumns}
        keyOf={(one) => one.at + one.outcome}
      />
    )}
    <Card title="Pending jobs">
      {file.jobs.length === 0 ? <p className="quiet">No pending jobs.</p> : <JobList jobs={file.jobs} />}
    </Card>
    <Related title="Webhook deliveries" rows={file.deliveries} columns={deliveryColumns} keyOf={(one) => one.id} />
    <Related title="Events" rows={file.events} columns={eventColumns} keyOf={(one) => one.id} />
    <RequestsCard requests={file.requests} />
  </>
);

function AboutCard({
  file: { order, refund, recipient_email: email, mails, api_key_id: keyId, recipe },
}: {
  file: File;
}) {
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
          ['Store order number', order.merchant_order_ids.join(', ')],
          ['Packages', parcels.length > 0 && parcels],
          fact('Charged', refund.charged_cents > 0 ? <Money cents={refund.charged_cents} /> : 'Nothing'),
          fact('Refunded', refund.refunded_cents > 0 && <Money cents={refund.refunded_cents} />),
          fact('Maximum price', <Money cents={order.max_price} />),
          ['Error', order.job_result?.error],
          fact('Recipe', recipe && `${recipe.name}, version ${recipe.version}`),
          fact('Key', keyId && <Link href={`/app/operator/keys/${keyId}`}>{keyId.slice(0, 8)}</Link>),
          fact('ID', <CopyButton text={order.id} label={order.id.slice(0, 8)} />),
        ]}
      />
    </Card>
  );
}
