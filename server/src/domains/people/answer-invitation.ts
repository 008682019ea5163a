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

/** An invitation that is unknown, used, taken back, too old or for another address is a 404: nobody learns which. */
export async function readInvitation({ db, clock }: Needs, person: Person, token: string): Promise<OpenInvitation> {
  const found = await findInvitation(db, {
    tokenHash: hashInvitation(token),
    email: person.email,
    now: clock.now(),
  });
  if (!found) throw notFound();
  return found;
}

/** Takes a person on, once; a refusal uses the invitation up too. Answers with the account. */
export async function answerInvitation(
  { db, clock }: Needs,
  person: Person,
  { token, isAccepted }: { token: string; isAccepted: boolean },
): Promise<OpenInvitation> {
  const now = clock.now();
  const wanted = { tokenHash: hashInvitation(token), email: person.email, now };
  return inTransaction(db, async (tx) => {
    const found = await findInvitation(tx, wanted);
    // The account is locked before its invitation, as removing a person does it.
    if (!found || !(await lockMembers(tx, found.account_id))) throw notFound();
    if (!(await consumeInvitation(tx, { ...wanted, id: found.id }))) throw notFound();
    if (isAccepted) {
      await insertMember(tx, { accountId: found.account_id, personId: person.id, role: found.role, now });
    }
    return found;
  });
}
