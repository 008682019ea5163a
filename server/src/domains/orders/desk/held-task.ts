import { notFound } from '../../../kit/failure.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { type ActionRow, findOpenAction, loadPlacement, lockOrder, type PlacementRow } from '../orders/index.ts';
import { leaseLost } from './failures.ts';
import { isHolder } from './model.ts';
import { findTaskOf, lockTask } from './sql.ts';

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
