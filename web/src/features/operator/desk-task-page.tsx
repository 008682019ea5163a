import { useState } from 'react';
import { useParams } from 'wouter';
import { useChange, useData } from '../../lib/data.ts';
import { isNotFound } from '../../lib/errors.ts';
import { useNow } from '../../lib/now.ts';
import { orderName } from '../../lib/products.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { OrderBadge } from '../../ui/order-name.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorNote, Loaded, Note, Skeleton } from '../../ui/states.tsx';
import { CopyButton, ExternalLink, Money } from '../../ui/text.tsx';
import { AfterCard } from './desk-after.tsx';
import { PurchaseCard } from './desk-purchase.tsx';
import { PresenceBar } from './presence.tsx';
import './desk.css';
import type { DeskTask } from './files.ts';

const back = { to: '/app/operator/desk', label: 'Desk' };

export function DeskTaskPage() {
  const { id = '' } = useParams();
  const task = useData(['operator-desk', 'task', id], (api, options) => api.getDeskTask({ order_id: id }, options), {
    refresh: 5000,
    freshFor: 1000,
  });
  if (isNotFound(task.error)) {
    return (
      <Page title="Desk" back={back}>
        <EmptyState icon="box" title="Nothing at the desk under this address" />
      </Page>
    );
  }
  return (
    <Loaded data={task} skeleton={<Skeleton height={300} />}>
      {(file) => <Shown key={id} file={file} />}
    </Loaded>
  );
}

function Shown({ file }: { file: DeskTask }) {
  const { order, task } = file;
  const nameOf = useRetailerName();
  const isPlaced = order.status === 'order_placed' || order.status === 'cancelled_by_retailer';
  return (
    <Page
      title={orderName(order)}
      back={back}
      heading={
        <>
          <span className="break">{orderName(order)}</span>
          <OrderBadge order={order} withWord />
        </>
      }
      lead={
        <>
          {nameOf(order.retailer)} · at most <Money cents={order.max_price} />
        </>
      }
    >
      <PresenceBar kind="desk" subject={order.id} />
      <div className="columns">
        <div className="stack">
          <LeaseCard file={file} />
          <ItemsCard file={file} />
          {task.is_mine && <PurchaseCard key={task.lease} file={file} />}
          {isPlaced && <AfterCard file={file} />}
        </div>
        <div className="stack">
          <AddressCard file={file} />
        </div>
      </div>
    </Page>
  );
}

/** Who has it, and for how long. */
function LeaseCard({ file: { task, order } }: { file: DeskTask }) {
  const [isSure, setIsSure] = useState(false);
  const now = useNow();
  const take = useChange<boolean>(
    (api, takeOver) => api.takeDeskTask({ order_id: order.id, body: { take_over: takeOver } }),
    { changes: ['operator-desk'] },
  );
  const leftMs = task.lease_until ? new Date(task.lease_until).getTime() - now : 0;
  if (task.state === 'bought' || task.state === 'failed') return null;
  if (task.is_mine) {
    return (
      <Card title="Yours">
        <p role="timer">{leftMs > 0 ? `${Math.ceil(leftMs / 60_000)} minutes left` : 'Your time is over'}</p>
        <Button onClick={() => take.mutate(false)} isBusy={take.isPending}>
          More time
        </Button>
        {take.error && <ErrorNote error={take.error} />}
      </Card>
    );
  }
  const isTaken = task.state === 'taken';
  const isLapsed = isTaken && leftMs <= 0;
  return (
    <Card title={isTaken ? `Taken by ${task.holder}` : 'To buy'}>
      {task.why && <p>{task.why}</p>}
      {task.note && <Note title="Handed back">{task.note}</Note>}
      {isLapsed && (
        <Checkbox
          label={`I asked ${task.holder}: nothing was bought`}
          checked={isSure}
          onChange={(event) => setIsSure(event.target.checked)}
        />
      )}
      {(!isTaken || isLapsed) && (
        <Button
          kind="primary"
          isBusy={take.isPending}
          disabled={isLapsed && !isSure}
          onClick={() => take.mutate(isLapsed)}
        >
          {isLapsed ? 'Take it over' : 'Take it'}
        </Button>
      )}
      {take.error && <ErrorNote error={take.error} />}
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
            <CopyButton text={item.url} label="Copy address of the product" />
          </li>
        ))}
      </ul>
      {order.is_gift && <Note title="A gift">{order.gift_message ?? 'Without a message.'}</Note>}
      {order.po_number && <Facts rows={[['PO number', order.po_number]]} />}
    </Card>
  );
}

/** Each line by itself: retailers' forms have a field for each. */
function AddressCard({ file: { order, account, mail_address: mail } }: { file: DeskTask }) {
  const to = order.shipping_address;
  const lines: [string, string | null | undefined][] = [
    ['First name', to.first_name],
    ['Last name', to.last_name],
    ['Street', to.address_line1],
    ['Second line', to.address_line2],
    ['City', to.city],
    ['State', to.state],
    ['Postal code', to.postal_code],
    ['Country', to.country],
    ['Phone', to.phone_number],
    ['Mail for the retailer', mail],
  ];
  const rows = lines.flatMap(([name, value]) =>
    value
      ? [
          [
            name,
            <span key={name} className="desk-copy">
              {value} <CopyButton text={value} label={`Copy ${name.toLowerCase()}`} />
            </span>,
          ] as const,
        ]
      : [],
  );
  return (
    <Card title="Send to">
      <Facts rows={[...rows, ['Customer', account ?? 'unclaimed sandbox']]} />
    </Card>
  );
}
