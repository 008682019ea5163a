import type { Question } from '../../connectors/contract.ts';
import { plusMs, secondMs } from '../../kit/clock.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { publish } from '../event-types.ts';
import type { HeldAccount } from '../managed-accounts/index.ts';
import { lockOrder, markAnswered, wakeOrder } from '../orders/index.ts';
import { ask, findOpenQuestion, type NewQuestion, timeToAnswerMs, writeExpired } from '../questions/index.ts';
import { lookAgain, type Next, type PlacementNeeds, paused } from './step.ts';
import type { PlacementRow } from './store.ts';
import { writeAsking } from './store-asking.ts';

/** An answer of the last moment still finds the account. */
const keptLongerMs = 30 * secondMs;

/**
 * The order asks and goes back to pending; the question, the order and the job that wakes it are written together. No worker
 * waits with it.
 */
export async function askPerson(
  needs: PlacementNeeds,
  order: PlacementRow,
  question: NewQuestion,
  isInDoubt = false,
): Promise<Next> {
  const { clock, vault } = needs;
  const isOurs = await inTransaction(needs.database.db, async (tx) => {
    const now = clock.now();
    if (!(await writeAsking(tx, order, now, isInDoubt))) return false;
    const asked = await ask({ tx, clock, vault }, order.id, question);
    await wakeOrder(tx, order, asked.id, asked.expires_at ?? now);
    await publish(tx, { type: 'order.action_required', orderId: order.id, actionId: asked.id }, now);
    return true;
  });
  return isOurs ? paused : lookAgain;
}

/** A code belongs to the log-in that asked for it, and a page to its walk: meanwhile the account serves no other order. */
export async function askAbout(
  needs: PlacementNeeds,
  order: PlacementRow,
  held: HeldAccount | null,
  asked: Question,
): Promise<Next> {
  const question = { ...asked, withinMs: asked.expiresInMs ?? null };
  const isBound = question.kind === 'enter_code' || question.resume != null || asked.isInDoubt;
  if (held && isBound) {
    await held.keepUntil(plusMs(needs.clock.now(), timeToAnswerMs(question) + keptLongerMs));
  }
  const next = await askPerson(needs, order, question, asked.isInDoubt);
  if (next !== paused) held?.unkeep();
  return next;
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
