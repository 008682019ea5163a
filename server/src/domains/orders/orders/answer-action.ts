import { publish } from '../../../events/index.ts';
import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { type Database, type Executor, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import type { Vault } from '../../../platform/secrets/index.ts';
import { type Caller, isFactorProven, type Person, secondFactorRequired } from '../../access/accounts/index.ts';
import { type ActionRow, answerAction, findActionOf, isRefusal } from './actions/index.ts';
import { onClockOfOrder } from './read-order.ts';
import type { FullOrder } from './rows.ts';
import { loadOrders, lockOrder, lockOwnOrder, markAnswered } from './sql.ts';

interface Needs {
  database: Database;
  clock: Clock;
  vault: Vault;
}

export interface AnswerRequest {
  caller: Caller;
  /** Null: a key answers. */
  person: Person | null;
  orderId: string;
  actionId: string;
  answer: unknown;
}

/**
 * Answers an action and resumes its order. The answer, the order and the job are written together, so a job after a
 * crash finds the answer.
 */
export async function answerOrderAction(needs: Needs, given: AnswerRequest): Promise<FullOrder> {
  const orderId = given.orderId.toLowerCase();
  // Operators can answer for test orders too.
  const world = given.person?.isOperator ? 'test' : given.caller.world;
  return onClockOfOrder(needs.database.db, { world }, orderId, () => answerInTime(needs, given, orderId));
}

async function answerInTime(needs: Needs, given: AnswerRequest, orderId: string): Promise<FullOrder> {
  const { clock, vault } = needs;
  return inTransaction(needs.database.db, async (tx) => {
    // Requests that cancel or end the order wait for this lock.
    await lockVisibleOrder(tx, given, orderId);
    const order = (await loadOrders(tx, [orderId])).get(orderId);
    const action = order && (await findActionOf(tx, orderId, given.actionId));
    if (!order || !action || !isVisibleTo(given, order, action)) throw notFound();
    requireFactor(given, order, action, clock.now());
    await answerAction(
      { tx, clock, vault },
      {
        orderId,
        accountId: order.account_id,
        actionId: action.id,
        answer: given.answer,
        answerer: { isPerson: given.person !== null, isOperator: given.person?.isOperator ?? false },
        by: given.person?.email ?? `key ${given.caller.keyId}`,
      },
    );
    await resumeOrder(tx, order, action, given.answer, clock.now());
    return (await loadOrders(tx, [orderId])).get(orderId) ?? order;
  });
}

/** Another account's order is neither locked nor read, unless an operator answers. */
async function lockVisibleOrder(tx: Tx, { caller, person }: AnswerRequest, id: string): Promise<void> {
  if (await lockOwnOrder(tx, { id, accountId: caller.accountId, world: caller.world })) return;
  if (!person?.isOperator || (await lockOrder(tx, id)) === null) throw notFound();
}

/** Another account's order is unknown, except to an operator who is asked. */
function isVisibleTo({ caller, person }: AnswerRequest, order: FullOrder, action: ActionRow): boolean {
  if (order.account_id === caller.accountId && order.world === caller.world) return true;
  return (person?.isOperator ?? false) && action.asked_of === 'operator';
}

/** What operators decide about a live order buys it or releases its hold. One code is enough for the session. */
function requireFactor({ person }: AnswerRequest, { world }: FullOrder, { asked_of }: ActionRow, now: Date): void {
  if (!person?.isOperator || asked_of !== 'operator' || world === 'test') return;
  const { secondFactor } = person;
  if (!isFactorProven(secondFactor, now, 'session')) throw secondFactorRequired(secondFactor.isEnrolled);
}

/** Clears the wait for a person and runs the order's job now. */
async function resumeOrder(tx: Tx, order: FullOrder, action: ActionRow, given: unknown, now: Date): Promise<void> {
  await markAnswered(tx, order.id, now);
  // A declined order ends without an account or an open store.
  await wakeOrder(tx, order, action.id, now, isRefusal(action.kind, given) ? { isOutOfTime: true } : {});
  await publish(tx, { type: 'order.action_answered', orderId: order.id, actionId: action.id }, now);
}

/** Runs the order's job when the action expires, or earlier if called again: it is the same job. */
export async function wakeOrder(
  tx: Executor,
  order: { id: string; world: FullOrder['world'] },
  questionId: string,
  runAt: Date,
  step: { isOutOfTime?: true } = {},
): Promise<void> {
  // As at acceptance: sandbox orders come after live orders.
  const priority = 100 + (order.world === 'test' ? 200 : 0);
  const isFinal = step.isOutOfTime ? ' declined' : '';
  const dedupeKey = `question ${questionId}${isFinal}`;
  await enqueue(tx, { kind: 'orders.place', payload: { orderId: order.id, ...step }, runAt, priority, dedupeKey });
}
