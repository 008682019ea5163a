import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useOpenDialog } from '../../lib/address.ts';
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
import { handledHere, type Task, taskDialogs } from './today-dialogs.tsx';

const kinds: Record<Task['kind'], { label: string; icon: IconName }> = {
  needs_review: { label: 'Confirm whether the order was placed', icon: 'warning' },
  desk: { label: 'Place an order manually', icon: 'cart' },
  action: { label: 'Complete a required action', icon: 'operator' },
  case: { label: 'Reply to a case', icon: 'chat' },
  return: { label: 'Resolve a return', icon: 'back' },
  overdue_refund: { label: 'Overdue refund', icon: 'clock' },
  charge: { label: 'Unsettled charge', icon: 'wallet' },
  alert: { label: 'Active alert', icon: 'warning' },
  job: { label: 'Failed job', icon: 'refresh' },
  endpoint: { label: 'Failing endpoint', icon: 'webhook' },
  recipe: { label: 'Update a recipe', icon: 'store' },
};

/** Tasks with a page of their own. The others open in a dialog. */
const pages: Partial<Record<Task['kind'], string>> = {
  needs_review: '/app/operator/orders',
  desk: '/app/operator/desk',
  case: '/app/operator/cases',
  recipe: '/app/operator/stores',
};

const keyOf = ({ kind, id }: Pick<Task, 'kind' | 'id'>): string => `${kind}:${id}`;

function addressOf(task: Task): string {
  const page = pages[task.kind];
  return page ? `${page}/${task.id}?from=today` : `/app/operator/today?${new URLSearchParams({ task: keyOf(task) })}`;
}

/** All open tasks. j and k move, Enter opens, u comes back. */
export function TodayPage() {
  useListKeys('.tasks li');
  const data = useData(['operator-today'], (api, options) => api.getToday({}, options), { refresh: 10_000 });
  const [asked, , close] = useOpenDialog('task', handledHere);
  const count = data.data?.tasks.length;
  const open = data.data?.has_more ? `${formatNumber(count ?? 0)}+ open tasks` : plural(count ?? 0, 'open task');
  const task = useTask(data.data?.tasks, asked && `${asked.act}:${asked.about}`);
  const TaskDialog = asked && taskDialogs[asked.act];
  return (
    <Page
      title="Today"
      lead={count ? `${open}, oldest first. Press j and k to move, Enter to open, u to go back.` : 'All open tasks.'}
    >
      <Card isFlush>
        <Loaded data={data}>{({ tasks }) => <Tasks tasks={tasks} isDialogOpen={asked !== null} />}</Loaded>
      </Card>
      {TaskDialog && task && <TaskDialog key={keyOf(task)} task={task} onClose={close} />}
    </Page>
  );
}

/** The open task. It stays while its dialog is open, even if the list has dropped it. */
function useTask(tasks: readonly Task[] | undefined, key: string | null): Task | null {
  const last = useRef<Task | null>(null);
  const found = tasks?.find((task) => keyOf(task) === key);
  if (found) last.current = found;
  return last.current && keyOf(last.current) === key ? last.current : null;
}

interface Opened {
  key: string;
  place: number;
}

/** The task that was opened last. After it is done, the next one gets the focus, also when a page comes back to the list. */
let opened: Opened | null = null;

function Tasks({ tasks, isDialogOpen }: { tasks: readonly Task[]; isDialogOpen: boolean }) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (opened === null || isDialogOpen || document.activeElement !== document.body) return;
    const { key, place } = opened;
    const at = tasks.findIndex((task) => keyOf(task) === key);
    if (at === -1) opened = null;
    const links = list.current?.querySelectorAll('a') ?? [];
    links[at === -1 ? Math.min(place, links.length - 1) : at]?.focus();
  }, [tasks, isDialogOpen]);
  if (tasks.length === 0) return <EmptyState icon="check" title="No open tasks" />;
  return (
    <ol className="tasks" ref={list}>
      {tasks.map((task, place) => (
        <li key={keyOf(task)}>
          <TaskLink
            task={task}
            onOpen={() => {
              opened = { key: keyOf(task), place };
            }}
          />
        </li>
      ))}
    </ol>
  );
}

function TaskLink({ task, onOpen }: { task: Task; onOpen(): void }) {
  const nameOf = useRetailerName();
  const { label, icon } = kinds[task.kind];
  const about = [task.account_email, task.retailer && nameOf(task.retailer)].filter(Boolean).join(' · ');
  return (
    <Link href={addressOf(task)} className="task" onClick={onOpen}>
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
