import { plusMs } from '../../../kit/clock.ts';
import {
  actionClosed,
  type ErrorType,
  markAnswered,
  wakeOrder,
  writeAnswer,
  writeDeadline,
  writeRequestedAction,
} from '../orders/index.ts';
import { settleFailed } from '../placement/index.ts';
import type { DeskNeeds } from './desk-needs.ts';
import { lockHeldTask, type TaskHolder } from './held-task.ts';
import { returnedTaskMs } from './model.ts';
import { writeEnded } from './sql.ts';

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
