import type { Clock } from '../../kit/clock.ts';
import { notFound } from '../../kit/failure.ts';
import { type Db, inTransaction } from '../../platform/database/index.ts';
import { insertMember, lockMembers, type Person } from '../access/accounts/index.ts';
import { hashInvitation } from './invite-person.ts';
import { consumeInvitation, findInvitation, type OpenInvitation } from './sql-team.ts';

interface Needs {
  db: Db;
  clock: Clock;
}

/** An invitation that is unknown, used, revoked, expired or for another address is a 404, so nobody learns which. */
export async function readInvitation({ db, clock }: Needs, person: Person, token: string): Promise<OpenInvitation> {
  const found = await findInvitation(db, {
    tokenHash: hashInvitation(token),
    email: person.email,
    now: clock.now(),
  });
  if (!found) throw notFound();
  return found;
}

/** Accepts or declines an invitation. Either uses it up. Returns the account. */
export async function answerInvitation(
  { db, clock }: Needs,
  person: Person,
  { token, isAccepted }: { token: string; isAccepted: boolean },
): Promise<OpenInvitation> {
  const now = clock.now();
  const wanted = { tokenHash: hashInvitation(token), email: person.email, now };
  return inTransaction(db, async (tx) => {
    const found = await findInvitation(tx, wanted);
    // Lock the account before the invitation, in the same order as removing a person.
    if (!found || !(await lockMembers(tx, found.account_id))) throw notFound();
    if (!(await consumeInvitation(tx, { ...wanted, id: found.id }))) throw notFound();
    if (isAccepted) {
      await insertMember(tx, { accountId: found.account_id, personId: person.id, role: found.role, now });
    }
    return found;
  });
}
