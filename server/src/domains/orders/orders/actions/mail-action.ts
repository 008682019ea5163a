import { formatMoment } from '../../../../kit/clock.ts';
import type { Database } from '../../../../platform/database/index.ts';
import type { Logger } from '../../../../platform/logger.ts';
import { composeMail, type Mailer } from '../../../../platform/mailer/index.ts';
import { mailTeam, type StoreNames, type TeamMail } from '../../../access/accounts/index.ts';
import { listItemTexts } from '../../../catalog/products/index.ts';
import { type ActionKind, filterApprovers } from './model.ts';
import { describePurchase, isPurchaseSummary, moneyText, oneLine, type PurchaseSummary } from './purchase-summary.ts';
import { type ActionWithOrder, findActionWithOrder } from './sql.ts';

export interface MailNeeds extends StoreNames {
  database: Database;
  logger: Logger;
  mailer: Mailer;
  publicUrl: string;
  /** Who gets mails about actions for operators. */
  operatorEmails: readonly string[];
}

/**
 * Emails those who can respond to an action. The mail's ID is the action's: a resend after a crash has the same ID. An action that was
 * answered in the meantime sends nothing.
 */
export async function mailAction(needs: MailNeeds, questionId: string): Promise<void> {
  const { db } = needs.database;
  const found = await findActionWithOrder(db, questionId);
  if (found?.state !== 'open') return;
  const question = { ...found, retailer: needs.storeNameOf(found.retailer) };
  if (question.asked_of === 'operator') return mailOperators(needs, question);
  const items = (await listItemTexts(db, [question.order_id])).get(question.order_id) ?? [];
  const mail = composeActionMail(question, items, needs.publicUrl);
  const isApproval = question.kind === 'approve';
  await mailTeam({ ...needs, db }, question.account_id, mail, (person, people) =>
    isApproval ? filterApprovers(question, people).includes(person) : person.role !== 'viewer',
  );
}

/** Manual purchases have their own queue. Everything else waits only minutes, so operators get an email. */
async function mailOperators(
  { database, mailer, publicUrl, operatorEmails }: MailNeeds,
  question: ActionWithOrder,
): Promise<void> {
  if (question.kind === 'buy') return;
  const items = (await listItemTexts(database.db, [question.order_id])).get(question.order_id) ?? [];
  for (const [index, to] of operatorEmails.entries()) {
    await mailer.send({
      to,
      messageId: `question-${question.id}-${index}`,
      ...composeMail({
        subject: `${operatorSubjects[question.kind] ?? `Action required: ${question.retailer} order`}${modeNote(question)}`,
        intro: [question.message],
        button: {
          label: question.url === null ? 'View order' : 'Open page',
          url: question.url ?? `${publicUrl}/app/operator/orders/${question.order_id}`,
        },
        details: orderLines(question, items),
      }),
    });
  }
}

const modeNote = ({ world }: ActionWithOrder): string => (world === 'test' ? ' (sandbox)' : '');

const operatorSubjects: Partial<Record<ActionKind, string>> = {
  open_url: "Action required: complete a step on the store's website",
  review: 'Action required: review an order',
};

const subjects: Record<ActionKind, string> = {
  approve: 'Approval needed for your order',
  review: 'Review your order',
  choose_variant: 'Choose an option for your order',
  enter_code: 'Enter a code for your order',
  open_url: 'Action required for your order',
  buy: 'An operator is placing your order',
};

const orderLines = (
  { retailer, recipient, max_price_cents: most, expires_at: until }: ActionWithOrder,
  items: string[],
) => [
  ...items.map(oneLine),
  `Store: ${retailer}`,
  `Recipient: ${oneLine(recipient)}`,
  `Maximum price: ${moneyText(most, 'USD')}`,
  ...(until === null ? [] : [`Expires: ${formatMoment(until)}`]),
];

/** The link opens the order, where the person signs in and confirms. Opening a link decides nothing. */
function composeActionMail(question: ActionWithOrder, items: string[], publicUrl: string): TeamMail {
  if (isPurchaseSummary(question.details)) return composeApprovalMail(question, question.details, publicUrl);
  return {
    kind: 'approvals',
    subject: `${subjects[question.kind]}${modeNote(question)}`,
    messageId: `question-${question.id}`,
    intro: [question.message],
    button: {
      label: 'View order',
      url: `${publicUrl}/app/orders/${question.order_id}?world=${question.world}#question`,
    },
    details: orderLines(question, items),
    notes: ['If nobody responds in time, the order will fail and nothing will be bought.'],
  };
}

function composeApprovalMail(question: ActionWithOrder, summary: PurchaseSummary, publicUrl: string): TeamMail {
  const shown = { ...summary, retailer: question.retailer };
  const page = question.url ?? `${publicUrl}/app/orders/${question.order_id}?world=${question.world}#question`;
  return {
    kind: 'approvals',
    subject: `Approval needed: ${moneyText(summary.max_charge_cents, summary.currency)} order from ${oneLine(question.retailer)}${modeNote(question)}`,
    messageId: `question-${question.id}`,
    intro: ["An order needs your approval. It won't be placed until you approve it."],
    button: { label: 'Review order', url: page },
    details: [...describePurchase(shown, question.expires_at).split('\n'), '', `Order: ${question.order_id}`],
    notes: ["Opening the page does not approve anything. If you weren't expecting this order, decline it."],
  };
}
