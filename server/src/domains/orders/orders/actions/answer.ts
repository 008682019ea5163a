import type { Clock } from '../../../../kit/clock.ts';
import { Invalid, notFound } from '../../../../kit/failure.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import { createProblemFinder } from '../../../../platform/http/index.ts';
import type { Vault } from '../../../../platform/secrets/index.ts';
import { listMembers } from '../../../access/accounts/index.ts';
import { actionClosed, approverMustAnswer, notAddressee, operatorMustAnswer, personMustAnswer } from './failures.ts';
import { type Answerer, canAnswer, filterApprovers } from './model.ts';
import { sealAnswer } from './secret-answers.ts';
import { type ActionRow, findAction, writeAnswer } from './sql.ts';

interface Needs {
  tx: Tx;
  clock: Clock;
  vault: Vault;
}

export interface AnswerInput {
  orderId: string;
  /** Whose order it is. */
  accountId: string;
  actionId: string;
  answer: unknown;
  answerer: Answerer;
  /** Who it was, for the record: an address, or the id of a key. */
  by: string;
}

/** The question of this order, or 404. */
export async function findActionOf(tx: Tx, orderId: string, questionId: string): Promise<ActionRow> {
  const action = await findAction(tx, questionId.toLowerCase());
  if (action?.order_id !== orderId) throw notFound();
  return action;
}

/** Refuses whom the question does not ask, what is closed, and an answer that does not fit; writes nothing then. */
export async function answerAction(needs: Needs, given: AnswerInput): Promise<ActionRow> {
  const action = await findActionOf(needs.tx, given.orderId, given.actionId);
  if (!canAnswer(action, given.answerer) && !(await isStandIn(needs.tx, action, given))) {
    throw notAddressee(action.asked_of === 'operator' ? operatorMustAnswer : personMustAnswer);
  }
  if (action.kind === 'approve' && !(await isApprover(needs.tx, action, given))) throw notAddressee(approverMustAnswer);
  if (action.state !== 'open') throw actionClosed(action.state);
  const problems = findAnswerProblems(action, given.answer);
  if (problems.length > 0) throw new Invalid(problems);
  const now = needs.clock.now();
  const sealed = action.is_secret ? await sealAnswer(needs.vault, action.id, given.answer) : null;
  const isWritten = await writeAnswer(needs.tx, { id: action.id, answer: given.answer, sealed, by: given.by, now });
  if (!isWritten) throw actionClosed('expired');
  return action;
}

/**
 * A sandbox that nobody has claimed has no people, so its key reviews the carts of the simulated store in their place.
 * Reviews of real carts are bound to a digest.
 */
async function isStandIn(tx: Tx, action: ActionRow, { accountId }: AnswerInput): Promise<boolean> {
  if (action.kind !== 'review' || action.asked_of !== 'customer' || action.digest !== null) return false;
  return (await listMembers(tx, accountId)).length === 0;
}

async function isApprover(tx: Tx, action: ActionRow, { accountId, by }: AnswerInput): Promise<boolean> {
  const people = await listMembers(tx, accountId);
  return filterApprovers(action, people).some(({ email }) => email === by);
}

function findAnswerProblems({ answer_schema: schema }: ActionRow, given: unknown) {
  return createProblemFinder(schema)(given).map(({ loc: [part, ...rest], ...words }) => ({
    ...words,
    loc: [part ?? 'body', 'answer', ...rest],
  }));
}
