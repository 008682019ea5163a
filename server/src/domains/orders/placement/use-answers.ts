import { Type } from 'typebox';
import type { AnsweredAction, PurchaseRequest } from '../../../connectors/contract.ts';
import { fieldsOf, listOf } from '../../../kit/fields.ts';
import { parseShape } from '../../../platform/parse-shape.ts';
import {
  type ActionRow,
  consumeAnswer,
  listActionsOfOrder,
  openResume,
  orderDigest,
  orderEndingOf,
  type PlacementRow,
  shownDigest,
} from '../orders/index.ts';
import type { PlacementFailure } from './settle-order.ts';
import type { PlacementNeeds } from './step.ts';

/** The order's earlier actions. Most orders have none, and nothing is read. */
export const listEarlierActions = (needs: PlacementNeeds, order: PlacementRow): Promise<ActionRow[]> =>
  order.asked_at === null ? Promise.resolve([]) : listActionsOfOrder(needs.database.db, order.id);

/** Why the order ends because of an action: no answer in time, a "no", or an approval of another order. */
export function failureFromAnswers(order: PlacementRow, actions: readonly ActionRow[]): PlacementFailure | null {
  const ending = orderEndingOf(actions);
  if (ending) return ending;
  const isAnotherOrder = actions.some(({ digest }) => digest !== null && digest !== orderDigest(order));
  const isShownOtherwise = actions.some(
    (asked) => asked.shown_digest !== null && asked.shown_digest !== shownDigest(asked.details),
  );
  const message = 'The order changed after it was approved. Nothing was bought.';
  return isAnotherOrder || isShownOtherwise ? { errorType: 'approval_denied', message } : null;
}

/** Answers so far, without secrets, which only the store gets. */
export async function readPlainAnswers(needs: PlacementNeeds, order: PlacementRow): Promise<AnsweredAction[]> {
  const answers: AnsweredAction[] = [];
  for (const asked of await listEarlierActions(needs, order)) {
    const { kind, answer } = asked;
    if (kind === 'approve' || asked.is_secret || !isAnswered(asked)) continue;
    answers.push({ kind, answer, resume: await openResume(needs.vault, asked) });
  }
  return answers;
}

const isAnswered = ({ state }: ActionRow): boolean => state === 'answered' || state === 'used';

/** Adds the answers to the request. A code is taken out of its row, so it is used at most once. */
export async function applyAnswers(
  needs: PlacementNeeds,
  request: PurchaseRequest,
  actions: readonly ActionRow[],
): Promise<PurchaseRequest> {
  const answered = actions.filter(isAnswered);
  if (answered.length === 0) return request;
  const answers = [];
  for (const action of answered) {
    if (action.kind === 'approve' || (action.is_secret && action.state === 'used')) continue;
    const { database, clock, vault } = needs;
    const answer = await consumeAnswer({ db: database.db, clock, vault }, action);
    if (answer !== null) answers.push({ kind: action.kind, answer, resume: await openResume(vault, action) });
  }
  return { ...request, lines: applyChosenVariants(request, answered), answers };
}

const Variant = Type.Array(Type.Object({ label: Type.String(), value: Type.String() }));

/** Buys the variant that a person chose. The details name the line and what each choice means. */
function applyChosenVariants(request: PurchaseRequest, answered: readonly ActionRow[]): PurchaseRequest['lines'] {
  const chosen = answered.filter(({ kind }) => kind === 'choose_variant');
  return request.lines.map((line) => {
    const action = chosen.findLast(({ details }) => details.line_id === line.lineId);
    const { choice } = fieldsOf(action?.answer);
    const choices = listOf(action?.details.choices).map(fieldsOf);
    const variant = parseShape(Variant, choices.find(({ id }) => id === choice)?.variant);
    return variant ? { ...line, variant } : line;
  });
}
