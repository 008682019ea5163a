import { plusMs } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { actionClosed, claimForDesk, findOpenQuestion, lockOrder, writeDeadline } from '../orders/index.ts';
import { taskTaken } from './failures.ts';
import { leaseMs, takingOf } from './model.ts';
import { lockTask, writeTaken } from './sql.ts';
import type { DeskVerb } from './verb.ts';

interface Wanted {
  orderId: string;
  operator: string;
  /** The operator asked the one who had it last, and nothing was bought. */
  takeOver: boolean;
}

/**
 * Takes an order to buy it, or asks for more time for one that the operator has. Two who take at once meet at the order's
 * row, and the second finds it taken. From here on its customer cannot cancel it and its time cannot run out.
 */
export async function takeTask(
  { tx, clock, record }: DeskVerb,
  { orderId, operator, takeOver }: Wanted,
): Promise<void> {
  await lockOrder(tx, orderId);
  const question = await findOpenQuestion(tx, orderId);
  if (!question) throw notFound();
  if (question.kind !== 'buy') throw actionClosed(question.state);
  const now = clock.now();
  const task = await lockTask(tx, question.id);
  const taking = takingOf(task, operator, now);
  if (task?.holder && task.lease_until && (taking === 'held' || (taking === 'lapsed' && !takeOver))) {
    throw taskTaken(task.holder, task.lease_until, taking === 'lapsed');
  }
  if (taking === 'fresh' && !(await claimForDesk(tx, orderId, now))) throw actionClosed('closed');
  const lease = (task?.lease ?? 0) + (taking === 'again' ? 0 : 1);
  const until = plusMs(now, leaseMs);
  await writeTaken(tx, { questionId: question.id, orderId, holder: operator, lease, until, now });
  await writeDeadline(tx, question.id, null);
  if (taking === 'again') return;
  const before = taking === 'lapsed' ? { holder: task?.holder ?? null } : {};
  await record({ operator, name: 'desk.taken', orderId, before, after: { holder: operator } });
}
