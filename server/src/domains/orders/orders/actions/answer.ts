import type { Clock } from '../../../../kit/clock.ts';
import { Invalid, notFound } from '../../../../kit/failure.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import { createProblemFinder } from '../../../../platform/http/index.ts';
import type { Vault } from '../../../../platform/secrets/index.ts';
import { listMembers } from '../../../access/accounts/index.ts';
import { actionClosed, notAsked, operatorsAnswer, othersApprove, peopleApprove } from './failures.ts';
import { type Answerer, approversAmong, mayAnswer } from './model.ts';
import { sealAnswer } from './secret-answers.ts';
import { findQuestion, type QuestionRow, writeAnswer } from './sql.ts';

interface Needs {
  tx: Tx;
  clock: Clock;
  vault: Vault;
}

export interface GivenAnswer {
  orderId: string;
  /** Whose order it is. */
  accountId: string;
  questionId: string;
  answer: unknown;
  answerer: Answerer;
  /** Who it was, for the record: an address, or the id of a key. */
  by: string;
}

/** The question of this order, or 404. */
export async function questionOf(tx: Tx, orderId: string, questionId: string): Promise<QuestionRow> {
  const question = await findQuestion(tx, questionId.toLowerCase());
  if (question?.order_id !== orderId) throw notFound();
  return question;
}

/** Refuses whom the question does not ask, what is closed, and an answer that does not fit; writes nothing then. */
export async function answer(needs: Needs, given: GivenAnswer): Promise<QuestionRow> {
  const question = await questionOf(needs.tx, given.orderId, given.questionId);
  if (!mayAnswer(question, given.answerer)) {
    throw notAsked(question.asked_of === 'operator' ? operatorsAnswer : peopleApprove);
  }
  if (question.kind === 'approve' && !(await isApprover(needs.tx, question, given))) throw notAsked(othersApprove);
  if (question.state !== 'open') throw actionClosed(question.state);
  const problems = problemsWith(question, given.answer);
  if (problems.length > 0) throw new Invalid(problems);
  const now = needs.clock.now();
  const sealed = question.is_secret ? await sealAnswer(needs.vault, question.id, given.answer) : null;
  const isWritten = await writeAnswer(needs.tx, { id: question.id, answer: given.answer, sealed, by: given.by, now });
  if (!isWritten) throw actionClosed('expired');
  return question;
}

async function isApprover(tx: Tx, question: QuestionRow, { accountId, by }: GivenAnswer): Promise<boolean> {
  const people = await listMembers(tx, accountId);
  return approversAmong(question, people).some(({ email }) => email === by);
}

function problemsWith({ answer_schema: schema }: QuestionRow, given: unknown) {
  return createProblemFinder(schema)(given).map(({ loc: [part, ...rest], ...words }) => ({
    ...words,
    loc: [part ?? 'body', 'answer', ...rest],
  }));
}
