import { notFound } from '../../../kit/failure.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { findOpenQuestion, loadPlacement, lockOrder, type PlacementRow, type QuestionRow } from '../orders/index.ts';
import { leaseLost } from './failures.ts';
import { isHolder } from './model.ts';
import { findTaskOf, lockTask } from './sql.ts';

export interface HeldBy {
  orderId: string;
  operator: string;
  lease: number;
}

/** The order that this operator has in their hands, locked; an operator who lost it is told so and writes nothing. */
export async function heldTask(
  tx: Tx,
  { orderId, operator, lease }: HeldBy,
): Promise<{ order: PlacementRow; question: QuestionRow }> {
  await lockOrder(tx, orderId);
  const order = await loadPlacement(tx, orderId);
  if (!order) throw notFound();
  const question = await findOpenQuestion(tx, orderId);
  if (question?.kind !== 'buy') {
    const task = await findTaskOf(tx, orderId);
    if (!task) throw notFound();
    throw leaseLost(task.holder);
  }
  const task = await lockTask(tx, question.id);
  if (!isHolder(task, operator, lease)) throw leaseLost(task?.holder ?? null);
  return { order, question };
}
