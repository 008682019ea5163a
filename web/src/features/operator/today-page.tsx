import { Link } from 'wouter';
import type { GetTodayOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { useListKeys } from '../../lib/keyboard.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { WorldBadge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import './operator.css';
import './today.css';

type Task = GetTodayOutput['tasks'][number];

const kinds: Record<Task['kind'], { label: string; icon: IconName; to(task: Task): string }> = {
  needs_review: {
    label: 'Confirm whether the order was placed',
    icon: 'warning',
    to: ({ id }) => `/app/operator/orders/${id}`,
  },
  desk: { label: 'Place an order manually', icon: 'cart', to: ({ id }) => `/app/operator/desk/${id}` },
  action: { label: 'Complete a required action', icon: 'operator', to: () => '/app/operator' },
  case: { label: 'Reply to a case', icon: 'chat', to: ({ id }) => `/app/operator/cases/${id}` },
  return: { label: 'Resolve a return', icon: 'back', to: ({ id }) => `/app/operator/returns?resolve=${id}` },
  overdue_refund: {
    label: 'Overdue refund',
    icon: 'clock',
    to: ({ id }) => `/app/operator/returns?view=overdue&resolve=${id}`,
  },
  charge: { label: 'Unsettled charge', icon: 'wallet', to: () => '/app/operator/charges' },
  alert: { label: 'Active alert', icon: 'warning', to: () => '/app/operator/alerts' },
  job: { label: 'Failed job', icon: 'refresh', to: () => '/app/operator' },
  endpoint: { label: 'Failing endpoint', icon: 'webhook', to: () => '/app/operator/webhooks' },
  recipe: { label: 'Update a recipe', icon: 'store', to: ({ id }) => `/app/operator/stores/${id}` },
};

/** All open tasks. j and k move, Enter opens. */
export function TodayPage() {
  useListKeys('.tasks li');
  const data = useData(['operator-today'], (api, options) => api.getToday({}, options), { refresh: 10_000 });
  const count = data.data?.tasks.length;
  const open = data.data?.has_more ? `${formatNumber(count ?? 0)}+ open tasks` : plural(count ?? 0, 'open task');
  return (
    <Page
      title="Today"
      lead={count ? `${open}, oldest first. Press j and k to move, Enter to open.` : 'All open tasks.'}
    >
      <Card isFlush>
        <Loaded data={data}>
          {({ tasks }) =>
            tasks.length === 0 ? (
              <EmptyState icon="check" title="No open tasks" />
            ) : (
              <ol className="tasks">
                {tasks.map((task) => (
                  <li key={task.kind + task.id}>
                    <TaskLink task={task} />
                  </li>
                ))}
              </ol>
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}

function TaskLink({ task }: { task: Task }) {
  const nameOf = useRetailerName();
  const { label, icon, to } = kinds[task.kind];
  const about = [task.account_email, task.retailer && nameOf(task.retailer)].filter(Boolean).join(' · ');
  return (
    <Link href={to(task)} className="task">
      <Icon name={icon} />
      <span className="task-text">
        <strong>{label}</strong>
        {about && <span className="quiet small break">{about}</span>}
        {task.note && (
          <span className="task-note small" dir="auto">
            {task.note}
          </span>
        )}
      </span>
      {task.world && <WorldBadge world={task.world} />}
      <span className="quiet small task-time">
        <TimeAgo at={task.since} />
      </span>
    </Link>
  );
}
