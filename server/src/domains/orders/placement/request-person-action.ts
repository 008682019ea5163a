import type { ActionRequest, Connector } from '../../../connectors/contract.ts';
import { publish } from '../../../events/index.ts';
import { plusMs, secondMs } from '../../../kit/clock.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { type HeldAccount, readOnlyAccountOf } from '../../catalog/retailer-accounts/index.ts';
import {
  type ActionRow,
  actionTimeoutMs,
  findOpenAction,
  lockOrder,
  markAnswered,
  type NewAction,
  openResume,
  type PlacementRow,
  requestAction,
  wakeOrder,
  writeAnswer,
  writeExpired,
  writeRequestedAction,
} from '../orders/index.ts';
import { type NextStep, type PlacementNeeds, paused, retrySoon } from './step.ts';

/** Keeps the account for answers at the last moment. */
const extraHoldMs = 30 * secondMs;
const storeCheckMs = 20 * secondMs;

type StoreWatch = NonNullable<Connector['watch']>;

/**
 * The order asks and returns to pending. The action, the order and the job that wakes it are written together. No worker waits for
 * it.
 */
export async function requestPersonAction(
  needs: PlacementNeeds,
  order: PlacementRow,
  question: NewAction,
  isInDoubt = false,
): Promise<NextStep> {
  const { clock, vault } = needs;
  const isOurs = await inTransaction(needs.database.db, async (tx) => {
    const now = clock.now();
    if (!(await writeRequestedAction(tx, order, now, isInDoubt))) return false;
    const asked = await requestAction({ tx, clock, vault }, order.id, question);
    await wakeOrder(tx, order, asked.id, nextCheckAt(storeWatchOf(needs, order, asked), asked, now) ?? now);
    await publish(tx, { type: 'order.action_required', orderId: order.id, actionId: asked.id }, now);
    return true;
  });
  return isOurs ? paused : retrySoon;
}

/**
 * A code belongs to the login that asked for it, and a page to its session, so the account serves no other order in the meantime.
 */
export async function requestActionFor(
  needs: PlacementNeeds,
  order: PlacementRow,
  held: HeldAccount | null,
  asked: ActionRequest,
): Promise<NextStep> {
  const question = { ...asked, withinMs: asked.expiresInMs ?? null };
  const isBound = question.kind === 'enter_code' || question.resume != null || asked.isInDoubt;
  if (held && isBound) {
    await held.holdUntil(plusMs(needs.clock.now(), actionTimeoutMs(question) + extraHoldMs));
  }
  const next = await requestPersonAction(needs, order, question, asked.isInDoubt);
  if (next !== paused) held?.releaseHold();
  return next;
}

const followedKinds: ReadonlySet<string> = new Set(['open_url', 'buy']);

/** How the store shows that the person did what the action asks; null: only the person can say. */
function storeWatchOf({ registry }: PlacementNeeds, order: PlacementRow, action: ActionRow): StoreWatch | null {
  if (!followedKinds.has(action.kind) || action.sealed_resume === null) return null;
  return registry.forOrder(order)?.connector.watch ?? null;
}

/** When to check the order again: at its deadline, or as often as its store is checked. Null: an operator wakes it. */
function nextCheckAt(watch: StoreWatch | null, { expires_at: end }: ActionRow, now: Date): Date | null {
  if (!end || !watch) return end;
  const soon = plusMs(now, watch.everyMs);
  return soon < end ? soon : end;
}

/** What the store shows in place of an answer. An unreachable store shows nothing. */
async function findAnswerAtStore(needs: PlacementNeeds, order: PlacementRow): Promise<unknown> {
  const action = await findOpenAction(needs.database.db, order.id);
  const watch = action && storeWatchOf(needs, order, action);
  const resume = watch && (await openResume(needs.vault, action));
  if (!watch || !resume) return null;
  const { managed_account_id: accountId } = order;
  const account = accountId === null ? null : await readOnlyAccountOf(needs, accountId);
  const call = { signal: AbortSignal.timeout(storeCheckMs) };
  return watch.look(resume, account, call).catch((error: unknown) => {
    needs.logger.warn({ orderId: order.id, err: error }, 'could not check the store after a response');
    return null;
  });
}

/**
 * The order waits for a person. Its job runs when there is an answer or the time is up. A store that can show what the person did
 * is checked in the meantime.
 */
export async function waitForAnswer(
  needs: PlacementNeeds,
  order: PlacementRow,
): Promise<'expired' | 'waiting' | 'answered'> {
  const seen = await findAnswerAtStore(needs, order);
  const now = needs.clock.now();
  return inTransaction(needs.database.db, async (tx) => {
    await lockOrder(tx, order.id);
    const action = await findOpenAction(tx, order.id);
    if (!action) {
      // It was just answered, and the answer's job continues.
      return 'waiting';
    }
    if (seen !== null && seen !== undefined) {
      const isOurs = await writeAnswer(tx, { id: action.id, answer: seen, sealed: null, by: 'the store', now });
      if (isOurs) {
        await markAnswered(tx, order.id, now);
        await publish(tx, { type: 'order.action_answered', orderId: order.id, actionId: action.id }, now);
        return 'answered';
      }
    }
    if (await writeExpired(tx, order.id, now)) {
      await markAnswered(tx, order.id, now);
      return 'expired';
    }
    // Without a deadline, an operator is working on it and wakes the job when done.
    const at = nextCheckAt(storeWatchOf(needs, order, action), action, now);
    if (at) await wakeOrder(tx, order, action.id, at);
    return 'waiting';
  });
}
