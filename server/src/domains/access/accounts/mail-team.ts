import type { Db } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/logger.ts';
import { type Mail, MailError, type Mailer } from '../../../platform/mailer/index.ts';
import { findAccountEmail } from './sql.ts';
import { listRecipients, type MailKind, type RecipientRow } from './sql-mail.ts';

export interface TeamMailNeeds {
  db: Db;
  logger: Logger;
  mailer: Mailer;
  publicUrl: string;
}

export interface TeamMail extends Pick<Mail, 'subject' | 'text' | 'messageId'> {
  kind: MailKind;
}

/** Which of an account's people are meant; each is asked with all of them. */
type IsRecipient = (person: RecipientRow, people: readonly RecipientRow[]) => boolean;

const canAct: IsRecipient = ({ role }) => role !== 'viewer';

/**
 * Mails those people of an account whom it concerns and who want it, and says how many they are. An address that is refused for good keeps nobody else from
 * being told; one that is away makes the job come again, and the second mail has the id of the first.
 */
export async function mailTeam(
  needs: TeamMailNeeds,
  accountId: string,
  mail: TeamMail,
  isMeant: IsRecipient = canAct,
): Promise<number> {
  const people = await listRecipients(needs.db, accountId);
  // An unclaimed sandbox has no address to write to.
  const address = await findAccountEmail(needs.db, accountId);
  const mails =
    people.length > 0
      ? people
          .filter((person) => isMeant(person, people) && !person.mails_off.includes(mail.kind))
          .map((person) => mailTo(needs.publicUrl, mail, person, address))
      : address === null
        ? []
        : [{ to: address, subject: mail.subject, text: mail.text, messageId: mail.messageId }];
  const failures: unknown[] = [];
  for (const each of mails) {
    await needs.mailer.send(each).catch((error: unknown) => {
      if (!(error instanceof MailError && error.isPermanent)) failures.push(error);
      else
        needs.logger.warn(
          { mailId: each.messageId, err: error },
          'a mail to a person of an account was refused for good',
        );
    });
  }
  if (failures.length > 0) throw failures[0];
  return mails.length;
}

function mailTo(publicUrl: string, mail: TeamMail, person: RecipientRow, address: string | null): Mail {
  const stop = `${publicUrl}/mails/stop?token=${person.mail_token}&kind=${mail.kind}`;
  // An order that nobody is told of waits in vain: that is switched off on the page, and not by a click in a mail program.
  const isStoppable = mail.kind !== 'approvals';
  return {
    to: person.email,
    subject: mail.subject,
    text: `${mail.text.trimEnd()}

-- 
You are ${person.role} of the account ${address ?? ''}. Choose what you are mailed about: ${publicUrl}/app/settings
${isStoppable ? `No more mails of this kind: ${stop}\n` : ''}`,
    // One mail for each: mail programs take two with one id for the same.
    messageId: person.email === address ? mail.messageId : `${mail.messageId}.${person.person_id.slice(0, 8)}`,
    ...(isStoppable ? { unsubscribeUrl: stop } : {}),
  };
}
