import { plusMs } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { actionClosed, claimForDesk, findOpenAction, lockOrder, writeDeadline } from '../orders/index.ts';
import type { DeskNeeds } from './desk-needs.ts';
import { taskClaimed } from './failures.ts';
import { claimStateOf, leaseMs } from './model.ts';
import { lockTask, writeClaimed } from './sql.ts';

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
