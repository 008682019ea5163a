import { createHash } from 'node:crypto';
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/logger.ts';
import { type Mail, MailError, type Mailer } from '../../platform/mailer/index.ts';
import { findAccountEmail } from '../accounts/index.ts';
import { type QuestionKind, readersOf } from './model.ts';
import { findAsked, type WaitingRow } from './store.ts';

export interface MailNeeds {
  database: Database;
  logger: Logger;
  mailer: Mailer;
  publicUrl: string;
}

/**
 * Tells the account's person, or those whom a policy names, that an order waits for them. The mail's id is the question's and its
 * reader's: if a crash comes after sending, the second mail is recognisably the first. A question that was answered
 * meanwhile is not mailed.
 */
export async function mailPeople(needs: MailNeeds, questionId: string): Promise<void> {
  const { db } = needs.database;
  const question = await findAsked(db, questionId);
  if (question?.state !== 'open' || question.asked_of !== 'customer') return;
  // An unclaimed sandbox has no address to write to.
  const owner = await findAccountEmail(db, question.account_id);
  if (owner === null) return;
  const failures: unknown[] = [];
  for (const to of readersOf(question, owner)) {
    await needs.mailer.send(mailAbout(question, to, needs.publicUrl)).catch((error: unknown) => {
      if (!(error instanceof MailError && error.isPermanent)) failures.push(error);
      else needs.logger.warn({ questionId, err: error }, 'the mail about a question was refused for good');
    });
  }
  // One address that is away keeps nobody else from being told; the job comes again for it.
  if (failures.length > 0) throw failures[0];
}

const subjects: Record<QuestionKind, string> = {
  approve: 'An order waits for your approval',
  review: 'An order waits for your review',
  choose_variant: 'An order needs you to choose',
  enter_code: 'An order needs a code',
  open_url: 'An order needs you to open a page',
  buy: 'An order is bought by hand',
};

/** The link opens the order, signed in; there the person sees what is asked and says so once more. A mail answers nothing. */
function mailAbout(question: WaitingRow, to: string, publicUrl: string): Mail {
  const until = question.expires_at
    ? `\nWithout an answer by ${question.expires_at.toISOString()} it is not bought.\n`
    : '';
  return {
    to,
    subject: subjects[question.kind],
    messageId: `question-${question.id}-${createHash('sha256').update(to).digest('hex').slice(0, 12)}`,
    text: `Your order from ${question.retailer} waits for you:
${question.message}

See it and answer there. Opening the page decides nothing; it asks once more before anything happens:
${publicUrl}/app/orders/${question.order_id}?world=${question.world}#question
${until}`,
  };
}
