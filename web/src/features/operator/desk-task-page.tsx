import { useState } from 'react';
import { useParams } from 'wouter';
import { useChange, useData } from '../../lib/data.ts';
import { plural } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { orderName } from '../../lib/products.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Facts, fact } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { OrderBadge } from '../../ui/order-name.tsx';
import { ErrorNote, Note } from '../../ui/states.tsx';
import { CopyButton, ExternalLink, Money } from '../../ui/text.tsx';
import { AfterCard } from './desk-after.tsx';
import { PurchaseCard } from './desk-purchase.tsx';
import './desk.css';
import type { DeskTask } from './files.ts';
import { SubjectPage } from './subject-page.tsx';

export function DeskTaskPage() {
  const { id = '' } = useParams();
  const nameOf = useRetailerName();
  const data = useData(['operator-desk', 'task', id], (api, options) => api.getDeskTask({ order_id: id }, options), {
    refresh: 5000,
    freshFor: 1000,
  });
  return (
    <SubjectPage
      data={data}
      name="Desk"
      icon="box"
      missing="Order not found in the desk queue"
      back={{ to: '/app/operator/desk', label: 'Desk' }}
      presence={{ kind: 'desk', subject: id }}
    >
      {(file) => {
        const { order, task } = file;
        const isPlaced = order.status === 'order_placed' || order.status === 'cancelled_by_retailer';
        return {
          title: orderName(order),
          badges: <OrderBadge order={order} withApiStatus />,
          lead: (
            <>
              {nameOf(order.retailer)} · up to <Money cents={order.max_price} />
            </>
          ),
          main: (
            <>
              <LeaseCard key={id} file={file} />
              <ItemsCard file={file} />
              {task.is_mine && <PurchaseCard key={task.lease} file={file} />}
              {isPlaced && <AfterCard file={file} />}
            </>
          ),
          aside: <AddressCard file={file} />,
        };
      }}
    </SubjectPage>
  );
}

/** Who has claimed it, and until when. */
function LeaseCard({ file: { task, order } }: { file: DeskTask }) {
  const [isSure, setIsSure] = useState(false);
  const now = useNow();
  const claimTask = useChange<boolean>(
    (api, takeOver) => api.takeDeskTask({ order_id: order.id, body: { take_over: takeOver } }),
    { changes: ['operator-desk'] },
  );
  const leftMs = task.lease_until ? new Date(task.lease_until).getTime() - now : 0;
  if (task.state === 'bought' || task.state === 'failed') return null;
  if (task.is_mine) {
    return (
      <Card title="Claimed by you">
        <p role="timer">{leftMs > 0 ? `${plural(Math.ceil(leftMs / 60_000), 'minute')} left` : 'Your claim expired'}</p>
        <Button onClick={() => claimTask.mutate(false)} isBusy={claimTask.isPending}>
          Extend
        </Button>
        {claimTask.error && <ErrorNote error={claimTask.error} />}
      </Card>
    );
  }
  const isTaken = task.state === 'taken';
  const isLapsed = isTaken && leftMs <= 0;
  return (
    <Card title={isTaken ? `Claimed by ${task.holder}` : 'To buy'}>
      {task.why && <p>{task.why}</p>}
      {task.note && <Note title="Returned to the queue">{task.note}</Note>}
      {isLapsed && (
        <Checkbox
          label={`${task.holder} confirmed that nothing was bought`}
          checked={isSure}
          onChange={(event) => setIsSure(event.target.checked)}
        />
      )}
      {(!isTaken || isLapsed) && (
        <Button
          kind="primary"
          isBusy={claimTask.isPending}
          disabled={isLapsed && !isSure}
          onClick={() => claimTask.mutate(isLapsed)}
        >
          {isLapsed ? 'Take over' : 'Claim order'}
        </Button>
      )}
      {claimTask.error && <ErrorNote error={claimTask.error} />}
    </Card>
  );
}

function ItemsCard({ file: { order } }: { file: DeskTask }) {
  return (
    <Card title="Items">
      <ul className="desk-items">
        {order.items.map((item) => (
          <li key={item.id}>
            <span>
              {item.quantity} × <ExternalLink href={item.url} />
              {item.variant?.map(({ label, value }) => (
                <span key={label} className="quiet">
                  {' '}
                  {label}: {value}
                </span>
              ))}
            </span>
            <CopyButton text={item.url} hidden="product link" />
          </li>
        ))}
      </ul>
      {order.is_gift && <Note title="Gift">{order.gift_message ?? 'No message.'}</Note>}
      {order.po_number && <Facts rows={[['PO number', order.po_number]]} />}
      {order.tax_id && <Facts rows={[['Tax ID', order.tax_id]]} />}
    </Card>
  );
}

/** One row per field, to copy into the store's form. */
function AddressCard({ file: { order, account, mail_address: mail } }: { file: DeskTask }) {
  const to = order.shipping_address;
  const lines: [string, string | null | undefined][] = [
    ['First name', to.first_name],
    ['Last name', to.last_name],
    ['Street address', to.address_line1],
    ['Apartment, suite', to.address_line2],
    ['City', to.city],
    ['State', to.state],
    ['Postal code', to.postal_code],
    ['Country', to.country],
    ['Phone', to.phone_number],
    ['Email for the retailer', mail],
  ];
  const rows = lines.flatMap(([name, value]) =>
    value
      ? [
          fact(
            name,
            <span className="desk-copy">
              {value} <CopyButton text={value} hidden={name.toLowerCase()} />
            </span>,
          ),
        ]
      : [],
  );
  return (
    <Card title="Ship to">
      <Facts rows={[...rows, ['Customer', account ?? 'Unclaimed sandbox']]} />
    </Card>
  );
}
