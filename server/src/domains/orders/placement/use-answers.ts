import { Type } from 'typebox';
import type { Answered, PurchaseRequest } from '../../../connectors/contract.ts';
import { fieldsOf, listOf } from '../../../kit/fields.ts';
import { shaped } from '../../../platform/shaped.ts';
import {
  endingOf,
  orderDigest,
  type PlacementRow,
  type QuestionRow,
  questionsOfOrder,
  resumeOf,
  shownDigest,
  takeAnswer,
} from '../orders/index.ts';
import type { PlacementFailure } from './settle-order.ts';
import type { PlacementNeeds } from './step.ts';

/** What the order asked so far; most never ask, and are not looked up. */
export const askedBefore = (needs: PlacementNeeds, order: PlacementRow): Promise<QuestionRow[]> =>
  order.asked_at === null ? Promise.resolve([]) : questionsOfOrder(needs.database.db, order.id);

/** Why the order ends over its questions: no answer came in time, the answer was no, or the yes was for another order. */
export function failureBy(order: PlacementRow, questions: readonly QuestionRow[]): PlacementFailure | null {
  const ending = endingOf(questions);
  if (ending) return ending;
  const isAnotherOrder = questions.some(({ digest }) => digest !== null && digest !== orderDigest(order));
  const isShownOtherwise = questions.some(
    (asked) => asked.shown_digest !== null && asked.shown_digest !== shownDigest(asked.details),
  );
  const message = 'The approval was given for an order that looked different. Nothing was bought.';
  return isAnotherOrder || isShownOtherwise ? { errorType: 'approval_denied', message } : null;
}

/** What people answered so far, but for secrets: those are for the store alone. */
export async function plainAnswers(needs: PlacementNeeds, order: PlacementRow): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (const asked of await askedBefore(needs, order)) {
    const { kind, answer } = asked;
    if (kind === 'approve' || asked.is_secret || !isAnswered(asked)) continue;
    answers.push({ kind, answer, resume: await resumeOf(needs.vault, asked) });
  }
  return answers;
}

const isAnswered = ({ state }: QuestionRow): boolean => state === 'answered' || state === 'used';

/** The request with what people answered. A code is taken out of its row here, so that it is used once at most. */
export async function withAnswers(
  needs: PlacementNeeds,
  request: PurchaseRequest,
  questions: readonly QuestionRow[],
): Promise<PurchaseRequest> {
  const answered = questions.filter(isAnswered);
  if (answered.length === 0) return request;
  const answers = [];
  for (const question of answered) {
    if (question.kind === 'approve' || (question.is_secret && question.state === 'used')) continue;
    const { database, clock, vault } = needs;
    const answer = await takeAnswer({ db: database.db, clock, vault }, question);
    if (answer !== null) answers.push({ kind: question.kind, answer, resume: await resumeOf(vault, question) });
  }
  return { ...request, lines: linesChosen(request, answered), answers };
}

const Variant = Type.Array(Type.Object({ label: Type.String(), value: Type.String() }));

/** A variant that a person chose is the one that is bought: details name the line, and what each choice stands for. */
function linesChosen(request: PurchaseRequest, answered: readonly QuestionRow[]): PurchaseRequest['lines'] {
  const chosen = answered.filter(({ kind }) => kind === 'choose_variant');
  return request.lines.map((line) => {
    const question = chosen.findLast(({ details }) => details.line_id === line.lineId);
    const { choice } = fieldsOf(question?.answer);
    const choices = listOf(question?.details.choices).map(fieldsOf);
    const variant = shaped(Variant, choices.find(({ id }) => id === choice)?.variant);
    return variant ? { ...line, variant } : line;
  });
}
