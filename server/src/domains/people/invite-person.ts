import { createHash } from 'node:crypto';
import { type Clock, plusMs } from '../../kit/clock.ts';
import { notFound } from '../../kit/failure.ts';
import { newId, randomBase62 } from '../../kit/ids.ts';
import { type Db, inTransaction } from '../../platform/database/index.ts';
import type { Limiter } from '../../platform/limiter.ts';
import type { Logger } from '../../platform/logger.ts';
import { composeMail, MailError, type Mailer } from '../../platform/mailer/index.ts';
import { lockMembers, ownerNoLonger, type Person, type Role, tooManyRequests } from '../access/accounts/index.ts';
import { oneLine } from '../orders/orders/index.ts';
import { alreadyOnTeam, mailNotSent, teamIsFull } from './failures.ts';
import { invitationLifeDays, invitationLifeMs, invitationRate, peopleMax } from './model.ts';
import { deleteInvitation, type InvitationRow, listInvitations, writeInvitation } from './sql-team.ts';

export interface InviteNeeds {
  db: Db;
  clock: Clock;
  logger: Logger;
  limiter: Limiter;
  mailer: Mailer;
  publicUrl: string;
}

const tokenLength = 32;

export const hashInvitation = (token: string): Buffer => createHash('sha256').update(`invitation ${token}`).digest();

/**
 * Emails an invitation. The link is only in the email, so only the owner of the mailbox can accept it. If the email cannot be sent,
 * the invitation is deleted.
 */
export async function invitePerson(
  needs: InviteNeeds,
  inviter: Person,
  wanted: { email: string; role: Role },
): Promise<InvitationRow> {
  const { db, clock, limiter } = needs;
  const email = wanted.email.toLowerCase();
  const { accountId } = inviter;
  const verdict = await limiter.take(`invite:${accountId}`, invitationRate);
  if (!verdict.isAllowed) throw tooManyRequests(invitationRate.burst, verdict.retryAfterSeconds, verdict.resetAt);
  const token = randomBase62(tokenLength);
  const now = clock.now();
  const row = await inTransaction(db, async (tx) => {
    const members = await lockMembers(tx, accountId);
    if (!members) throw notFound();
    // An invitation that is sent after its owner was removed would let them back in.
    if (!members.some((member) => member.person_id === inviter.id && member.role === 'owner')) throw ownerNoLonger();
    if (members.some((member) => member.email === email)) throw alreadyOnTeam(email);
    const open = await listInvitations(tx, accountId, now);
    const others = open.filter((each) => each.email !== email);
    if (members.length + others.length >= peopleMax) throw teamIsFull(peopleMax);
    return writeInvitation(tx, {
      id: newId(),
      accountId,
      email,
      role: wanted.role,
      tokenHash: hashInvitation(token),
      invitedBy: inviter.id,
      now,
      expiresAt: plusMs(now, invitationLifeMs),
    });
  });
  await mailInvitation(needs, inviter, row, token);
  return row;
}

async function mailInvitation(needs: InviteNeeds, inviter: Person, row: InvitationRow, token: string): Promise<void> {
  // The name is free text of a stranger to the reader: the address comes first, and the name stays in its place.
  const who = inviter.name === null ? inviter.email : `${inviter.email} ("${oneLine(inviter.name)}")`;
  try {
    await needs.mailer.send({
      to: row.email,
      messageId: `invitation-${row.id}`,
      ...composeMail({
        subject: `${inviter.email} invited you to Errand`,
        intro: [`${who} invited you to join their Errand account as ${roleTexts[row.role]}`],
        button: { label: 'View invitation', url: `${needs.publicUrl}/invite/${token}` },
        notes: [
          `The link works once, expires in ${invitationLifeDays} days, and only works if you sign in as ${row.email}.`,
          "If you weren't expecting this invitation, you can ignore this email.",
        ],
      }),
    });
  } catch (error) {
    await deleteInvitation(needs.db, inviter.accountId, row.id);
    if (!(error instanceof MailError)) throw error;
    needs.logger.warn({ err: error }, 'invitation email failed');
    throw mailNotSent();
  }
}

const roleTexts: Record<Role, string> = {
  owner: 'an owner. Owners have full access and can invite others.',
  buyer: 'a buyer. Buyers can place, cancel and return orders and contact support.',
  viewer: 'a viewer. Viewers can see everything but cannot change anything.',
};
