import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { GetTodayOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { plural } from '../../lib/format.ts';
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
  needs_review: { label: 'Decide if it was bought', icon: 'warning', to: ({ id }) => `/app/operator/orders/${id}` },
  action: { label: 'Respond to an action', icon: 'operator', to: () => '/app/operator' },
  case: { label: 'Answer a case', icon: 'chat', to: ({ id }) => `/app/operator/cases/${id}` },
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

/** Everything that waits for a person, worked through with the keyboard: j and k move, Enter opens. */
export function TodayPage() {
  const data = useData(['operator-today'], (api, options) => api.getToday({}, options), { refresh: 10_000 });
  const count = data.data?.tasks.length;
  return (
    <Page
      title="Today"
      lead={
        count === undefined
          ? 'Everything that needs a person.'
          : `${plural(count, 'open task')}, oldest first. Press j and k to move, Enter to open.`
      }
    >
      <Card isFlush>
        <Loaded data={data}>
          {({ tasks }) =>
            tasks.length === 0 ? (
              <EmptyState icon="check" title="Nothing needs your attention" />
            ) : (
              <TaskList tasks={tasks} />
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, dialog, [role=menu]') !== null;

function TaskList({ tasks }: { tasks: readonly Task[] }) {
  const [at, setAt] = useState(0);
  const list = useRef<HTMLOListElement>(null);
  const [, navigate] = useLocation();
  const here = Math.min(at, tasks.length - 1);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const next = Math.max(0, Math.min(tasks.length - 1, here + step));
      setAt(next);
      list.current?.querySelectorAll<HTMLElement>('a')[next]?.focus();
    };
    const onEnter = (event: KeyboardEvent) => {
      const task = tasks[here];
      if (event.key === 'Enter' && task && event.target === document.body) navigate(kinds[task.kind].to(task));
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('keydown', onEnter);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('keydown', onEnter);
    };
  }, [here, tasks, navigate]);
  return (
    <ol className="tasks" ref={list}>
      {tasks.map((task, index) => (
        <li key={task.kind + task.id}>
          <TaskLink task={task} isHere={index === here} onFocus={() => setAt(index)} />
        </li>
      ))}
    </ol>
  );
}

function TaskLink({ task, isHere, onFocus }: { task: Task; isHere: boolean; onFocus(): void }) {
  const nameOf = useRetailerName();
  const { label, icon, to } = kinds[task.kind];
  const about = [task.account_email, task.retailer && nameOf(task.retailer)].filter(Boolean).join(' · ');
  return (
    <Link href={to(task)} className={isHere ? 'task task-here' : 'task'} onFocus={onFocus}>
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
