import type { Clock } from '../../kit/clock.ts';
import { notFound } from '../../kit/failure.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/index.ts';
import {
  type Authenticator,
  deleteMember,
  lockMembers,
  type MemberRow,
  type Role,
  revokeKeysCreatedBy,
  transferAccountEmail,
  writeRole,
} from '../access/accounts/index.ts';
import { lastOwner } from './failures.ts';
import type { PeopleSessions } from './sessions.ts';
import { deletePersonInvitations } from './sql-team.ts';

interface Needs {
  db: Db;
  sessions: PeopleSessions;
}

interface TeamChange {
  accountId: string;
  personId: string;
}

/** Locks the team and returns the person and the other members. */
async function lockTeam(
  tx: Tx,
  { accountId, personId }: TeamChange,
): Promise<{ member: MemberRow; otherOwner: MemberRow | null }> {
  const members = (await lockMembers(tx, accountId)) ?? [];
  const member = members.find((each) => each.person_id === personId.toLowerCase());
  if (!member) throw notFound();
  const otherOwner = members.find((each) => each !== member && each.role === 'owner') ?? null;
  return { member, otherOwner };
}

const personIn = ({ person_id: personId, email }: MemberRow) => ({ personId, email });

export async function changeRole({ db, sessions }: Needs, meant: TeamChange, role: Role): Promise<MemberRow> {
  const changed = await inTransaction(db, async (tx) => {
    const { member, otherOwner } = await lockTeam(tx, meant);
    if (member.role === 'owner' && role !== 'owner' && !otherOwner) throw lastOwner();
    await writeRole(tx, meant.accountId, member.person_id, role);
    // Only owners invite people. An open invitation of theirs could make somebody else an owner for them.
    if (role !== 'owner') await deletePersonInvitations(tx, meant.accountId, personIn(member));
    return { ...member, role };
  });
  sessions.forgetAccount(meant.accountId);
  return changed;
}

interface RemovalNeeds extends Needs {
  clock: Clock;
  authenticator: Authenticator;
}

/**
 * Removes a person from an account. Their sessions end right away. Keys they created keep working unless revoked with
 * them.
 */
export async function removeFromTeam(
  { db, sessions, clock, authenticator }: RemovalNeeds,
  meant: TeamChange,
  { revokesKeys }: { revokesKeys: boolean },
): Promise<MemberRow> {
  let revoked: string[] = [];
  const removed = await inTransaction(db, async (tx) => {
    const { member, otherOwner } = await lockTeam(tx, meant);
    if (!otherOwner && member.role === 'owner') throw lastOwner();
    await deleteMember(tx, meant.accountId, member.person_id);
    await deletePersonInvitations(tx, meant.accountId, personIn(member));
    if (revokesKeys) {
      const made = { accountId: meant.accountId, personId: member.person_id };
      revoked = await revokeKeysCreatedBy(tx, made, clock.now());
    }
    if (otherOwner) await transferAccountEmail(tx, meant.accountId, member.email, otherOwner.email);
    return member;
  });
  for (const keyId of revoked) authenticator.forget(keyId);
  await sessions.endAllOf(removed.person_id);
  return removed;
}
