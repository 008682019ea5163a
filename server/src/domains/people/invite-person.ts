import { createHash } from 'node:crypto';
import { type Clock, plusMs } from '../../kit/clock.ts';
import { notFound } from '../../kit/failure.ts';
import { newId, randomBase62 } from '../../kit/ids.ts';
import { type Db, inTransaction } from '../../platform/database/index.ts';
import type { Limiter } from '../../platform/limiter.ts';
import type { Logger } from '../../platform/logger.ts';
import { MailError, type Mailer } from '../../platform/mailer/index.ts';
import { lockMembers, type Person, type Role, tooManyRequests } from '../access/accounts/index.ts';
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
 * Mails an invitation. The link is in the mail alone: not even the one who invites sees it, so only the owner of the mailbox can
 * accept. If the mail does not go out, nothing is left of it.
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
  const who = inviter.name === null ? inviter.email : `${inviter.name} (${inviter.email})`;
  try {
    await needs.mailer.send({
      to: row.email,
      subject: `${inviter.email} invites you to an account at Errand`,
      messageId: `invitation-${row.id}`,
      text: `${who} invites you to an account at Errand, as ${row.role}: ${roleTexts[row.role]}

See it, and accept it if you want to:
${needs.publicUrl}/invite/${token}

It works once, within ${invitationLifeDays} days, and only for ${row.email}: you sign in with this address first. If you do not
expect it, ignore this mail.
`,
    });
  } catch (error) {
    await deleteInvitation(needs.db, inviter.accountId, row.id);
    if (!(error instanceof MailError)) throw error;
    needs.logger.warn({ err: error }, 'an invitation was not mailed');
    throw mailNotSent();
  }
}

const roleTexts: Record<Role, string> = {
  owner: 'you may do everything, also invite others.',
  buyer: 'you may buy, cancel and return things and write to support.',
  viewer: 'you see everything and change nothing.',
};
