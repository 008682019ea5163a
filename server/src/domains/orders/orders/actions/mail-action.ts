import type { Database } from '../../../../platform/database/index.ts';
import type { Logger } from '../../../../platform/logger.ts';
import type { Mailer } from '../../../../platform/mailer/index.ts';
import { mailTeam } from '../../../access/accounts/index.ts';
import { type ActionKind, filterApprovers } from './model.ts';
import { describePurchase, isPurchaseSummary, momentText, type PurchaseSummary } from './purchase-summary.ts';
import { type ActionWithOrder, findActionWithOrder } from './sql.ts';

export interface MailNeeds {
  database: Database;
  logger: Logger;
  mailer: Mailer;
  publicUrl: string;
  /** Who is told of what operators are asked. */
  operatorEmails: readonly string[];
}

/**
 * Tells those who may answer that an order waits for them. The mail's id is the question's: if a crash comes after sending, the
 * second mail is recognisably the first. A question that was answered meanwhile is not mailed.
 */
export async function mailAction(needs: MailNeeds, questionId: string): Promise<void> {
  const { db } = needs.database;
  const question = await findActionWithOrder(db, questionId);
  if (question?.state !== 'open') return;
  if (question.asked_of === 'operator') return mailOperators(needs, question);
  const mail = composeActionMail(question, needs.publicUrl);
  const isApproval = question.kind === 'approve';
  await mailTeam({ ...needs, db }, question.account_id, mail, (person, people) =>
    isApproval ? filterApprovers(question, people).includes(person) : person.role !== 'viewer',
  );
}

/** What is bought by hand has a queue of its own; everything else waits for minutes, and nobody looks by chance. */
async function mailOperators(
  { mailer, publicUrl, operatorEmails }: MailNeeds,
  question: ActionWithOrder,
): Promise<void> {
  if (question.kind === 'buy') return;
  const until = question.expires_at ? `\nIt waits until ${question.expires_at.toISOString()}.\n` : '';
  for (const [index, to] of operatorEmails.entries()) {
    await mailer.send({
      to,
      subject: operatorSubjects[question.kind] ?? 'An order waits for an operator',
      messageId: `question-${question.id}-${index}`,
      text: `An order from ${question.retailer} waits for an operator:
${question.message}

${question.url ?? `${publicUrl}/app/operator/orders/${question.order_id}`}
${until}`,
    });
  }
}

const operatorSubjects: Partial<Record<ActionKind, string>> = {
  open_url: 'A store wants a person at its page',
  review: 'An order waits for your review',
};

const subjects: Record<ActionKind, string> = {
  approve: 'An order waits for your approval',
  review: 'An order waits for your review',
  choose_variant: 'An order needs you to choose',
  enter_code: 'An order needs a code',
  open_url: 'An order needs you to open a page',
  buy: 'An order is bought by hand',
};

/** The link opens the order, signed in; there the person sees what is asked and says so once more. A mail answers nothing. */
function composeActionMail(question: ActionWithOrder, publicUrl: string) {
  if (isPurchaseSummary(question.details)) return composeApprovalMail(question, question.details, publicUrl);
  const until = question.expires_at
    ? `\nWithout an answer by ${momentText(question.expires_at)} it is not bought.\n`
    : '';
  return {
    kind: 'approvals' as const,
    subject: subjects[question.kind],
    messageId: `question-${question.id}`,
    text: `Your order from ${question.retailer} waits for you:
${question.message}

See it and answer there. Opening the page decides nothing; it asks once more before anything happens:
${publicUrl}/app/orders/${question.order_id}?world=${question.world}#question
${until}`,
  };
}

function composeApprovalMail(question: ActionWithOrder, summary: PurchaseSummary, publicUrl: string) {
  const page = question.url ?? `${publicUrl}/app/orders/${question.order_id}?world=${question.world}#question`;
  return {
    kind: 'approvals' as const,
    subject: subjects[question.kind],
    messageId: `question-${question.id}`,
    // Our own link comes first: the addresses below it are whatever was ordered.
    text: `Order ${question.order_id} waits for your approval. Nothing is bought before you say yes.

Approve or decline it here. Opening the page decides nothing:
${page}

${describePurchase(summary, question.expires_at)}

If you did not expect this order, decline it.
`,
  };
}
