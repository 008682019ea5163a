import { useState } from 'react';
import { Link } from 'wouter';
import { type OperationName, useMay } from '../../lib/role.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { useWorld } from '../../lib/world.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { totalOf, useOverview } from './figures.ts';

const hiddenName = 'checklist-hidden';

interface Item {
  title: string;
  to: string;
  does: OperationName;
  isDone: boolean;
}

/** The steps to daily use that this person can take; null until it is known which are done. */
function useItems(): Item[] | null {
  const overview = useOverview();
  const may = useMay();
  if (!overview.data) return null;
  const { orders, getting_started: has } = overview.data;
  const items: Item[] = [
    { title: 'Buy something with test money', to: '/app/buy', does: 'createOrder', isDone: totalOf(orders) > 0 },
    {
      title: 'Watch the order arrive (within a minute in the sandbox)',
      to: '/app/orders',
      does: 'createOrder',
      isDone: orders.delivered > 0,
    },
    { title: 'Create an API key', to: '/app/keys?dialog=new', does: 'createKey', isDone: has.has_key },
    {
      title: 'Add a webhook endpoint',
      to: '/app/webhooks?dialog=add',
      does: 'createWebhookEndpoint',
      isDone: has.has_endpoint,
    },
    { title: 'Invite your team', to: '/app/team?dialog=invite', does: 'invitePerson', isDone: has.has_team },
    {
      title: 'Go live: switch to Live, add funds, place an order',
      to: '/app/wallet',
      does: 'createTopUp',
      isDone: has.has_live_order,
    },
  ];
  return items.filter((item) => may(item.does));
}

/** The checklist for a new account, with progress. It ends when every step is done, or when the person hides it. */
export function Checklist({ isNew = false }: { isNew?: boolean }) {
  const { world } = useWorld();
  const [isHidden, setIsHidden] = useState(() => readStored(hiddenName) !== null);
  const items = useItems();
  if ((isHidden && !isNew) || world !== 'test' || !items || items.every((item) => item.isDone)) return null;
  const hide = () => {
    writeStored(hiddenName, 'yes');
    setIsHidden(true);
  };
  const done = items.filter((item) => item.isDone).length;
  const next = items.find((item) => !item.isDone);
  return (
    <Card
      title="Getting started"
      className={isNew ? 'start-card' : ''}
      action={
        !isNew && (
          <Button size="small" kind="quiet" onClick={hide}>
            Hide
          </Button>
        )
      }
    >
      {isNew && (
        <p>
          Place your first order in two minutes. This is the sandbox: simulated stores, test money, no real charges.
        </p>
      )}
      <div className="checklist-progress">
        <progress max={items.length} value={done} aria-label="Steps done" />
        <span className="quiet small">
          {done} of {items.length} done
        </span>
      </div>
      <ol className="checklist">
        {items.map((item) => (
          <li key={item.title} className={item.isDone ? 'checklist-done' : undefined}>
            <Icon name={item.isDone ? 'check' : 'right'} size={16} />
            {item.isDone ? (
              <span>
                {item.title}
                <span className="hidden"> (done)</span>
              </span>
            ) : (
              <Link href={item.to} className={item === next ? 'checklist-next' : undefined}>
                {item.title}
              </Link>
            )}
          </li>
        ))}
      </ol>
      {isNew && (
        <ButtonLink kind="primary" icon="search" to="/app/buy" does="createOrder">
          Find a product
        </ButtonLink>
      )}
    </Card>
  );
}
