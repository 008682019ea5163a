import type { Db } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/logger.ts';
import { composeMail, type Mail, type MailContent, MailError, type Mailer } from '../../../platform/mailer/index.ts';
import { findAccountEmail } from './sql.ts';
import { listRecipients, type MailKind, type RecipientRow } from './sql-members.ts';

export interface TeamMailNeeds {
  db: Db;
  logger: Logger;
  mailer: Mailer;
  publicUrl: string;
}

/** Mails name a store as people do, not by its ID. */
export interface StoreNames {
  storeNameOf(retailer: string): string;
}

export interface TeamMail extends Omit<MailContent, 'footer'>, Pick<Mail, 'messageId'> {
  kind: MailKind;
}

/** Whether a member gets the mail. */
type IsRecipient = (person: RecipientRow, people: readonly RecipientRow[]) => boolean;

const canAct: IsRecipient = ({ role }) => role !== 'viewer';

/**
 * Emails the members of an account who want this kind of mail, and returns how many. An address that is permanently rejected does not
 * stop the others. A temporary failure makes the job run again, and the second mail has the ID of the first.
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
        : [{ to: address, ...composeMail(mail), messageId: mail.messageId }];
  const failures: unknown[] = [];
  for (const each of mails) {
    await needs.mailer.send(each).catch((error: unknown) => {
      if (!(error instanceof MailError && error.isPermanent)) failures.push(error);
      else needs.logger.warn({ mailId: each.messageId, err: error }, 'email permanently rejected');
    });
  }
  if (failures.length > 0) throw failures[0];
  return mails.length;
}

function mailTo(publicUrl: string, mail: TeamMail, person: RecipientRow, address: string | null): Mail {
  const stop = `${publicUrl}/mails/stop?token=${person.mail_token}&kind=${mail.kind}`;
  // An approval that nobody hears of expires, so these are turned off in the settings and not by one click.
  const isStoppable = mail.kind !== 'approvals';
  return {
    to: person.email,
    ...composeMail({
      ...mail,
      footer: {
        text: `You're receiving this email because you're ${person.role === 'owner' ? 'an owner' : `a ${person.role}`} of the ${address ? `${address} ` : ''}account.`,
        links: [
          { label: 'Email settings', url: `${publicUrl}/app/settings` },
          ...(isStoppable ? [{ label: 'Unsubscribe', url: stop }] : []),
        ],
      },
    }),
    // One ID per recipient: mail clients merge two mails with the same ID.
    messageId: person.email === address ? mail.messageId : `${mail.messageId}.${person.person_id.slice(0, 8)}`,
    ...(isStoppable ? { unsubscribeUrl: stop } : {}),
  };
}
