import { plusMs } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import type { Tx } from '../../../platform/database/index.ts';
import {
  type ActionRow,
  actionClosed,
  claimForDesk,
  type ErrorType,
  findOpenAction,
  loadPlacement,
  lockOrder,
  markAnswered,
  type PlacementRow,
  wakeOrder,
  writeAnswer,
  writeDeadline,
  writeRequestedAction,
} from '../orders/index.ts';
import { settleFailed } from '../placement/index.ts';
import type { DeskNeeds } from './desk-needs.ts';
import { leaseLost, taskClaimed } from './failures.ts';
import { claimStateOf, isHolder, leaseMs, returnedTaskMs } from './model.ts';
import { findTaskOf, lockTask, writeClaimed, writeEnded } from './sql.ts';

export interface TaskHolder {
  orderId: string;
  operator: string;
  lease: number;
}

/** Locks the order that this operator has claimed. An operator who lost the claim gets an error and writes nothing. */
export async function lockHeldTask(
  tx: Tx,
  { orderId, operator, lease }: TaskHolder,
): Promise<{ order: PlacementRow; action: ActionRow }> {
  await lockOrder(tx, orderId);
  const order = await loadPlacement(tx, orderId);
  if (!order) throw notFound();
  const action = await findOpenAction(tx, orderId);
  if (action?.kind !== 'buy') {
    const task = await findTaskOf(tx, orderId);
    if (!task) throw notFound();
    throw leaseLost(task.holder);
  }
  const task = await lockTask(tx, action.id);
  if (!isHolder(task, operator, lease)) throw leaseLost(task?.holder ?? null);
  return { order, action };
}

interface ClaimRequest {
  orderId: string;
  operator: string;
  /** The operator confirmed with the previous one that nothing was bought. */
  takeOver: boolean;
}

/**
 * Claims an order to buy, or extends the operator's claim. Two claims at once meet at the order's row, and the second is refused.
 * From now on the customer cannot cancel, and the order cannot expire.
 */
export async function claimTask(
  { tx, clock, record }: DeskNeeds,
  { orderId, operator, takeOver }: ClaimRequest,
): Promise<{ lease: number; isFresh: boolean }> {
  await lockOrder(tx, orderId);
  const action = await findOpenAction(tx, orderId);
  if (!action || action.sealed_resume !== null) throw notFound();
  if (action.kind !== 'buy') throw actionClosed(action.state);
  const now = clock.now();
  const task = await lockTask(tx, action.id);
  const taking = claimStateOf(task, operator, now);
  if (task?.holder && task.lease_until && (taking === 'held' || (taking === 'lapsed' && !takeOver))) {
    throw taskClaimed(task.holder, task.lease_until, taking === 'lapsed');
  }
  if (taking === 'fresh' && !(await claimForDesk(tx, orderId, now))) throw actionClosed('closed');
  const lease = (task?.lease ?? 0) + (taking === 'again' ? 0 : 1);
  const until = plusMs(now, leaseMs);
  await writeClaimed(tx, { actionId: action.id, orderId, holder: operator, lease, until, now });
  await writeDeadline(tx, action.id, null);
  const claimed = { lease, isFresh: taking === 'fresh' && lease === 1 };
  if (taking === 'again') return claimed;
  const before = taking === 'lapsed' ? { holder: task?.holder ?? null } : {};
  await record({ operator, name: 'desk.taken', orderId, before, after: { holder: operator } });
  return claimed;
}

/** Nothing was bought: the order returns to the queue. */
export async function returnTask(
  { tx, clock, record }: DeskNeeds,
  held: TaskHolder,
  note: string | null,
): Promise<void> {
  const { order, action } = await lockHeldTask(tx, held);
  const now = clock.now();
  if (!(await writeRequestedAction(tx, order, now))) throw actionClosed('closed');
  const deadline = plusMs(now, returnedTaskMs);
  await writeDeadline(tx, action.id, deadline);
  await wakeOrder(tx, order, action.id, deadline);
  await writeEnded(tx, action.id, { state: 'waiting', note }, now);
  await record({ operator: held.operator, name: 'desk.handed_back', orderId: order.id, note });
}

/** Nothing was bought, and it cannot be: the order fails and its hold is released. */
export async function failTask(
  { tx, clock, record }: DeskNeeds,
  held: TaskHolder,
  reason: { errorType: ErrorType; message: string },
): Promise<void> {
  const { order, action } = await lockHeldTask(tx, held);
  const now = clock.now();
  const answer = { error_type: reason.errorType };
  const isOpen = await writeAnswer(tx, { id: action.id, answer, sealed: null, by: held.operator, now });
  if (!isOpen) throw actionClosed('closed');
  await markAnswered(tx, order.id, now);
  if (!(await settleFailed({ database: tx, clock }, order, reason))) throw actionClosed('closed');
  await writeEnded(tx, action.id, { state: 'failed', note: reason.message }, now);
  await record({
    operator: held.operator,
    name: 'desk.failed',
    orderId: order.id,
    after: answer,
    note: reason.message,
  });
}
