import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { apiOf } from '../../lib/api.ts';
import { useData } from '../../lib/data.ts';
import { remember, remembered } from '../../lib/storage.ts';
import { useWorld } from '../../lib/world.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { totalOf, useOverview } from './figures.ts';

const hiddenName = 'checklist-hidden';

interface Item {
  title: string;
  to: string;
  isDone: boolean;
}

/** What makes an account ready for work; null until all of it is known, so that nothing is offered that is done. */
function useItems(isWanted: boolean): Item[] | null {
  const overview = useOverview();
  const keys = useData(['keys', 'count'], (api, options) => api.listKeys({ limit: 1 }, options), { enabled: isWanted });
  const endpoints = useData(['endpoints'], (api, options) => api.listWebhookEndpoints({}, options), {
    enabled: isWanted,
  });
  const team = useData(['team'], (api, options) => api.getTeam({}, options), { enabled: isWanted });
  const live = useQuery({
    queryKey: ['live', 'orders', 'any'],
    queryFn: ({ signal }) => apiOf('live').listOrders({ limit: 1 }, { signal }),
    enabled: isWanted,
    staleTime: 60_000,
  });
  if (!overview.data || !keys.data || !endpoints.data || !team.data || !live.data) return null;
  return [
    { title: 'Place a first order', to: '/app/buy', isDone: totalOf(overview.data.orders) > 0 },
    { title: 'Create a key for your program', to: '/app/keys', isDone: keys.data.total > 0 },
    { title: 'Have a webhook told of orders', to: '/app/webhooks', isDone: endpoints.data.endpoints.length > 0 },
    {
      title: 'Invite your team',
      to: '/app/team?dialog=invite',
      isDone: team.data.total + team.data.invitations.length > 1,
    },
    { title: 'Go live: switch the world, add money, order', to: '/app/wallet', isDone: live.data.total > 0 },
  ];
}

/** The way from a first look to daily use. It goes away when all of it is done, or when it is not wanted. */
export function Checklist() {
  const { world } = useWorld();
  const [isHidden, setIsHidden] = useState(() => remembered(hiddenName) !== null);
  const items = useItems(!isHidden && world === 'test');
  if (isHidden || world !== 'test' || !items || items.every((item) => item.isDone)) return null;
  const hide = () => {
    remember(hiddenName, 'yes');
    setIsHidden(true);
  };
  return (
    <Card
      title="Getting started"
      action={
        <Button size="small" kind="quiet" onClick={hide}>
          Hide
        </Button>
      }
    >
      <ul className="checklist">
        {items.map((item) => (
          <li key={item.title} className={item.isDone ? 'checklist-done' : undefined}>
            <Icon name={item.isDone ? 'check' : 'right'} size={16} />
            {item.isDone ? (
              <span>
                {item.title}
                <span className="hidden"> (done)</span>
              </span>
            ) : (
              <Link href={item.to}>{item.title}</Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
