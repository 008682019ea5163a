import { plusMs } from '../../../kit/clock.ts';
import {
  actionClosed,
  type ErrorType,
  markAnswered,
  wakeOrder,
  writeAnswer,
  writeAsking,
  writeDeadline,
} from '../orders/index.ts';
import { settleFailed } from '../placement/index.ts';
import { type HeldBy, heldTask } from './held-task.ts';
import { waitAgainMs } from './model.ts';
import { writeEnded } from './sql.ts';
import type { DeskVerb } from './verb.ts';

/** Nothing was bought: the order is in the queue again, for this operator or another. */
export async function handBack({ tx, clock, record }: DeskVerb, held: HeldBy, note: string | null): Promise<void> {
  const { order, question } = await heldTask(tx, held);
  const now = clock.now();
  if (!(await writeAsking(tx, order, now))) throw actionClosed('closed');
  const deadline = plusMs(now, waitAgainMs);
  await writeDeadline(tx, question.id, deadline);
  await wakeOrder(tx, order, question.id, deadline);
  await writeEnded(tx, question.id, { state: 'waiting', note }, now);
  await record({ operator: held.operator, name: 'desk.handed_back', orderId: order.id, note });
}

/** Nothing was bought, and it cannot be: the order fails and everything that was held is released. */
export async function failTask(
  { tx, clock, record }: DeskVerb,
  held: HeldBy,
  reason: { errorType: ErrorType; message: string },
): Promise<void> {
  const { order, question } = await heldTask(tx, held);
  const now = clock.now();
  const answer = { error_type: reason.errorType };
  const isOpen = await writeAnswer(tx, { id: question.id, answer, sealed: null, by: held.operator, now });
  if (!isOpen) throw actionClosed('closed');
  await markAnswered(tx, order.id, now);
  if (!(await settleFailed({ database: tx, clock }, order, reason))) throw actionClosed('closed');
  await writeEnded(tx, question.id, { state: 'failed', note: reason.message }, now);
  await record({
    operator: held.operator,
    name: 'desk.failed',
    orderId: order.id,
    after: answer,
    note: reason.message,
  });
}
