import type { Connector, Question } from '../../../connectors/contract.ts';
import { publish } from '../../../events/index.ts';
import { plusMs, secondMs } from '../../../kit/clock.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import type { HeldAccount } from '../../catalog/retailer-accounts/index.ts';
import {
  ask,
  findOpenQuestion,
  lockOrder,
  markAnswered,
  type NewQuestion,
  type PlacementRow,
  type QuestionRow,
  resumeOf,
  timeToAnswerMs,
  wakeOrder,
  writeAnswer,
  writeAsking,
  writeExpired,
} from '../orders/index.ts';
import { lookAgain, type Next, type PlacementNeeds, paused } from './step.ts';

/** An answer of the last moment still finds the account. */
const keptLongerMs = 30 * secondMs;
const lookWithinMs = 20 * secondMs;

type Watch = NonNullable<Connector['watch']>;

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
    await wakeOrder(tx, order, asked.id, nextLook(watchOf(needs, order, asked), asked, now) ?? now);
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

/** How its store sees by itself that the person did what this question asks; null: only the person can tell. */
function watchOf({ registry }: PlacementNeeds, { world, retailer }: PlacementRow, question: QuestionRow): Watch | null {
  if (question.kind !== 'open_url' || question.sealed_resume === null) return null;
  return registry.forRetailer(world, retailer)?.connector.watch ?? null;
}

/** When to look at the order again: at its deadline, or as often as its store is looked at. Null: an operator calls. */
function nextLook(watch: Watch | null, { expires_at: end }: QuestionRow, now: Date): Date | null {
  if (!end || !watch) return end;
  const soon = plusMs(now, watch.everyMs);
  return soon < end ? soon : end;
}

/** What the store shows instead of the person's answer. A store that cannot be asked shows nothing. */
async function lookForAnswer(needs: PlacementNeeds, order: PlacementRow): Promise<unknown> {
  const question = await findOpenQuestion(needs.database.db, order.id);
  const watch = question && watchOf(needs, order, question);
  const resume = watch && (await resumeOf(needs.vault, question));
  if (!watch || !resume) return null;
  const call = { signal: AbortSignal.timeout(lookWithinMs) };
  return watch.look(resume, call).catch((error: unknown) => {
    needs.logger.warn({ orderId: order.id, err: error }, 'a store could not be looked at for an answer');
    return null;
  });
}

/**
 * The order waits for a person. Its job is called when there is an answer, or when the time for one is over; a store that
 * shows what the person did is looked at meanwhile.
 */
export async function waitForAnswer(
  needs: PlacementNeeds,
  order: PlacementRow,
): Promise<'expired' | 'waiting' | 'answered'> {
  const seen = await lookForAnswer(needs, order);
  const now = needs.clock.now();
  return inTransaction(needs.database.db, async (tx) => {
    await lockOrder(tx, order.id);
    const question = await findOpenQuestion(tx, order.id);
    if (!question) {
      // Answered a moment ago: the job that the answer has called goes on.
      return 'waiting';
    }
    if (seen !== null && seen !== undefined) {
      const isOurs = await writeAnswer(tx, { id: question.id, answer: seen, sealed: null, by: 'the store', now });
      if (isOurs) {
        await markAnswered(tx, order.id, now);
        await publish(tx, { type: 'order.action_answered', orderId: order.id, actionId: question.id }, now);
        return 'answered';
      }
    }
    if (await writeExpired(tx, order.id, now)) {
      await markAnswered(tx, order.id, now);
      return 'expired';
    }
    // Without a deadline an operator is working on it, and calls the job when done.
    const at = nextLook(watchOf(needs, order, question), question, now);
    if (at) await wakeOrder(tx, order, question.id, at);
    return 'waiting';
  });
}
