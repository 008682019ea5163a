import { inTransaction } from '../../platform/database/index.ts';
import { publish } from '../event-types.ts';
import { lockOrder, markAnswered, wakeOrder } from '../orders/index.ts';
import { ask, findOpenQuestion, type NewQuestion, writeExpired } from '../questions/index.ts';
import { lookAgain, type Next, type PlacementNeeds, paused } from './step.ts';
import type { PlacementRow } from './store.ts';
import { writeAsking } from './store-asking.ts';

/**
 * The order asks and goes back to pending; the question, the order and the job that wakes it are written together. No worker
 * and no account waits with it.
 */
export async function askPerson(needs: PlacementNeeds, order: PlacementRow, question: NewQuestion): Promise<Next> {
  const { clock, vault } = needs;
  const isOurs = await inTransaction(needs.database.db, async (tx) => {
    const now = clock.now();
    if (!(await writeAsking(tx, order, now))) return false;
    const asked = await ask({ tx, clock, vault }, order.id, question);
    await wakeOrder(tx, order, asked.id, asked.expires_at ?? now);
    await publish(tx, { type: 'order.action_required', orderId: order.id, actionId: asked.id }, now);
    return true;
  });
  return isOurs ? paused : lookAgain;
}

/** The order waits for a person. Its job is called when there is an answer, or when the time for one is over. */
export async function waitForAnswer(needs: PlacementNeeds, order: PlacementRow): Promise<'expired' | 'waiting'> {
  const now = needs.clock.now();
  return inTransaction(needs.database.db, async (tx) => {
    await lockOrder(tx, order.id);
    const question = await findOpenQuestion(tx, order.id);
    if (!question) {
      // Answered a moment ago: the job that the answer has called goes on.
      return 'waiting';
    }
    if (await writeExpired(tx, order.id, now)) {
      await markAnswered(tx, order.id, now);
      return 'expired';
    }
    // Without a deadline an operator is working on it, and calls the job when done.
    if (question.expires_at) await wakeOrder(tx, order, question.id, question.expires_at);
    return 'waiting';
  });
}
