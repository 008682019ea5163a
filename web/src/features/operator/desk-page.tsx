import { useLocation } from 'wouter';
import { useData } from '../../lib/data.ts';
import { formatMoney } from '../../lib/format.ts';
import { useListKeys } from '../../lib/keyboard.ts';
import { orderName } from '../../lib/products.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import type { DeskTask } from './files.ts';
import { OperatorActions } from './operator-actions.tsx';
import './desk.css';

/** The queue of orders that people place. j and k move, Enter opens. */
export function DeskPage() {
  useListKeys('.desk-list li');
  const queue = useData(['operator-desk', 'queue'], (api, options) => api.listDeskTasks({ limit: 50 }, options), {
    refresh: 5000,
  });
  const bought = useData(['operator-desk', 'bought'], (api, options) => api.listDeskPurchases({ limit: 20 }, options), {
    refresh: 15_000,
  });
  return (
    <Page title="Desk" lead="Orders to place manually on the retailer's site. Press j and k to move, Enter to open.">
      <Card title="To buy">
        <Loaded data={queue} skeleton={<Skeleton height={160} />}>
          {({ tasks }) =>
            tasks.length === 0 ? (
              <EmptyState icon="check" title="Nothing to buy">
                New orders appear here.
              </EmptyState>
            ) : (
              <TaskList tasks={tasks} />
            )
          }
        </Loaded>
      </Card>
      <OperatorActions />
      <Card title="In transit">
        <Loaded data={bought} skeleton={<Skeleton lines={3} />}>
          {({ orders }) =>
            orders.length === 0 ? <p className="quiet">Nothing in transit.</p> : <TaskList tasks={orders} />
          }
        </Loaded>
      </Card>
    </Page>
  );
}

function TaskList({ tasks }: { tasks: DeskTask[] }) {
  const [, go] = useLocation();
  return (
    <ul className="desk-list">
      {tasks.map((task) => (
        <li key={task.order.id}>
          <Button kind="quiet" className="desk-row" onClick={() => go(`/app/operator/desk/${task.order.id}`)}>
            <Row task={task} />
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Row({ task: { task, order } }: { task: DeskTask }) {
  const nameOf = useRetailerName();
  const at = task.asked_at ?? order.created_at;
  return (
    <span className="desk-row-text">
      <strong className="break">{orderName(order)}</strong>
      <span className="quiet">
        {nameOf(order.retailer)} · up to {formatMoney(order.max_price)} · <TimeAgo at={at} />
        {task.state === 'taken' && (task.is_mine ? ' · yours' : ` · claimed by ${task.holder}`)}
      </span>
    </span>
  );
}
