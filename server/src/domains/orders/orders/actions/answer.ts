import type { Clock } from '../../../../kit/clock.ts';
import { Invalid, notFound } from '../../../../kit/failure.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import { createProblemFinder } from '../../../../platform/http/index.ts';
import type { Vault } from '../../../../platform/secrets/index.ts';
import { listMembers } from '../../../access/accounts/index.ts';
import {
  actionClosed,
  approverMustAnswer,
  approverMustChoose,
  notAddressee,
  operatorMustAnswer,
  personMustAnswer,
} from './failures.ts';
import { type Answerer, canAnswer, filterApprovers } from './model.ts';
import { sealAnswer } from './secret-answers.ts';
import { type ActionRow, findAction, listActionsOfOrder, writeAnswer } from './sql.ts';

interface Needs {
  tx: Tx;
  clock: Clock;
  vault: Vault;
}

interface AnswerInput {
  orderId: string;
  /** Owner of the order. */
  accountId: string;
  actionId: string;
  answer: unknown;
  answerer: Answerer;
  /** Who answered, for the record: an email address or a key's ID. */
  by: string;
}

/** The action of this order, or 404. */
export async function findActionOf(tx: Tx, orderId: string, questionId: string): Promise<ActionRow> {
  const action = await findAction(tx, questionId.toLowerCase());
  if (action?.order_id !== orderId) throw notFound();
  return action;
}

/**
 * Refuses callers who may not answer, closed actions, and answers that don't match the schema. Then nothing is
 * written.
 */
export async function answerAction(needs: Needs, given: AnswerInput): Promise<ActionRow> {
  const action = await findActionOf(needs.tx, given.orderId, given.actionId);
  if (!canAnswer(action, given.answerer) && !(await isStandIn(needs.tx, action, given))) {
    throw notAddressee(action.asked_of === 'operator' ? operatorMustAnswer : personMustAnswer);
  }
  const approval = await findApprovalFor(needs.tx, action);
  if (approval && !(await isApprover(needs.tx, approval, given))) {
    throw notAddressee(approval === action ? approverMustAnswer : approverMustChoose);
  }
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
 * An unclaimed sandbox has no people, so its key may review carts of the simulated store. Reviews of real carts are
 * bound to a digest.
 */
async function isStandIn(tx: Tx, action: ActionRow, { accountId }: AnswerInput): Promise<boolean> {
  if (action.kind !== 'review' || action.asked_of !== 'customer' || action.digest !== null) return false;
  return (await listMembers(tx, accountId)).length === 0;
}

/** The approval whose approvers answer: also after they approved an order whose variant was still open. */
async function findApprovalFor(tx: Tx, action: ActionRow): Promise<ActionRow | null> {
  if (action.kind === 'approve') return action;
  if (action.kind !== 'choose_variant') return null;
  return (await listActionsOfOrder(tx, action.order_id)).find(({ kind }) => kind === 'approve') ?? null;
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
