import { type Clock, dayMs, plusMs } from '../../../kit/clock.ts';
import type { World } from '../../../kit/world.ts';
import type { Db, Executor } from '../../../platform/database/index.ts';
import { listDeadJobs } from '../../../platform/queue/index.ts';
import { findingsOf, listDriftingStores } from '../../catalog/stores/index.ts';
import { destinationOf, listFailingEndpoints } from '../../channels/webhooks/index.ts';
import { listUnansweredCases } from '../../delivery/cases/index.ts';
import { listOldestReturns, listWaitingRefunds } from '../../delivery/returns/index.ts';
import { listQueue } from '../../orders/desk/core.ts';
import { listOperatorActions, listUnknownOutcomes } from '../../orders/orders/index.ts';
import { listFiring } from '../monitoring/index.ts';
import { listOpenChargeFiles } from './audit-money.ts';
import { loadOwned } from './load-owned.ts';

export const taskKinds = [
  'needs_review',
  'desk',
  'action',
  'case',
  'return',
  'overdue_refund',
  'charge',
  'alert',
  'job',
  'endpoint',
  'recipe',
] as const;
type TaskKind = (typeof taskKinds)[number];

interface Task {
  kind: TaskKind;
  id: string;
  since: Date;
  world: World | null;
  /** The order, if it is about one. */
  orderId: string | null;
  /** More text beside the order. */
  note: string | null;
}

/** How many of each kind are listed, longest waiting first. */
const listedMost = 100;
const perKind = { limit: listedMost + 1, offset: 0 };

type Finder = (executor: Executor, now: Date) => Promise<Omit<Task, 'kind'>[]>;

/** The lists to read tasks from. */
const finders: Record<TaskKind, Finder> = {
  needs_review: async (executor) =>
    (await listUnknownOutcomes(executor, perKind)).map(({ id, needs_review_at: since, world, doubt }) => ({
      id,
      since,
      world,
      orderId: id,
      note: doubt?.message ?? null,
    })),
  desk: async (executor) =>
    (await listQueue(executor, perKind)).rows.map((row) => ({
      id: row.order_id,
      since: row.asked_at,
      world: null,
      orderId: row.order_id,
      note: row.message,
    })),
  action: async (executor) =>
    (await listOperatorActions(executor, perKind.limit)).map((action) => ({
      id: action.id,
      since: new Date(action.asked_at),
      world: null,
      orderId: action.order_id,
      note: action.message,
    })),
  case: async (executor) =>
    (await listUnansweredCases(executor, perKind.limit)).map(({ orderId, lastMessage }) => ({
      id: orderId,
      since: lastMessage.timestamp,
      world: null,
      orderId,
      note: lastMessage.message,
    })),
  return: async (executor) =>
    (await listOldestReturns(executor, perKind.limit)).map((row) => ({
      id: row.id,
      since: row.created_at,
      world: row.world,
      orderId: row.order_id,
      note: row.notes,
    })),
  overdue_refund: async (executor, now) =>
    (await listWaitingRefunds(executor, now, perKind)).rows.map((row) => ({
      id: row.id,
      since: row.approved_at ?? row.created_at,
      world: row.world,
      orderId: row.order_id,
      note: row.refund_problem,
    })),
  charge: async (executor, now) =>
    (await listOpenChargeFiles(executor, now, perKind)).charges.map((charge) => ({
      id: charge.id,
      since: charge.since,
      world: charge.world,
      orderId: null,
      note: charge.last_answer,
    })),
  alert: async (executor) =>
    (await listFiring(executor, perKind.limit)).map((alert) => ({
      id: alert.id,
      since: alert.fired_at,
      world: null,
      orderId: null,
      note: alert.title,
    })),
  job: async (executor) =>
    (await listDeadJobs(executor, perKind.limit)).map((job) => ({
      id: String(job.id),
      since: job.dead_at,
      world: null,
      orderId: job.order_id,
      note: `${job.kind}: ${job.last_error}`,
    })),
  endpoint: async (executor, now) =>
    (await listFailingEndpoints(executor, plusMs(now, -dayMs), perKind)).map((row) => ({
      id: `${row.account_id} ${row.world} ${destinationOf(row.url).receiver}`,
      since: row.failing_since,
      world: row.world,
      orderId: null,
      note: destinationOf(row.url).receiver,
    })),
  recipe: async (executor) =>
    (await listDriftingStores(executor)).map((walk) => ({
      id: walk.store,
      since: walk.since,
      world: null,
      orderId: null,
      note: `${walk.store}: ${findingsOf(walk).join('; ')}`,
    })),
};

/** Enough to decide: a task can be handled where it is listed. */
const noteCharsMost = 1000;

/** Everything that needs a person, longest waiting first. `has_more`: a kind has more tasks than are listed. */
export async function readToday({ db, clock }: { db: Db; clock: Clock }) {
  const now = clock.now();
  const found = await Promise.all(
    taskKinds.map(async (kind) => (await finders[kind](db, now)).map((task): Task => ({ kind, ...task }))),
  );
  const tasks = found
    .flatMap((ofKind) => ofKind.slice(0, listedMost))
    .sort((one, other) => one.since.getTime() - other.since.getTime());
  const orders = await loadOwned(
    db,
    tasks.flatMap(({ orderId }) => orderId ?? []),
  );
  const has_more = found.some((ofKind) => ofKind.length > listedMost);
  const presented = tasks.map(({ orderId, note, since, ...task }) => {
    const owned = orderId === null ? undefined : orders.get(orderId);
    return {
      ...task,
      world: task.world ?? owned?.order.world ?? null,
      since: since.toISOString(),
      order_id: orderId,
      account_id: owned?.order.account_id ?? null,
      account_email: owned?.email ?? null,
      retailer: owned?.order.retailer ?? null,
      note: note?.slice(0, noteCharsMost) ?? null,
    };
  });
  return { tasks: presented, has_more };
}
