import { assertDefined } from '../../kit/assert-defined.ts';
import type { Clock } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/index.ts';
import { ensureWebKeys, insertMember, upsertAccountByEmail } from '../access/accounts/index.ts';
import { fundSandbox } from '../money/wallet/index.ts';
import { linkIdentifier } from './model.ts';
import type { PeopleSessions } from './sessions.ts';
import { findLinkEmail, findPersonByEmail, insertPerson, takeLink } from './sql.ts';

/**
 * The person with a verified address. On first use, creates them with their own account, its web keys and sandbox
 * funds. Never returns an account that its founder left: that one carries another owner's address.
 */
export async function ensurePerson(needs: { tx: Tx; clock: Clock }, email: string): Promise<string> {
  const { tx, clock } = needs;
  const now = clock.now();
  const accountId = await upsertAccountByEmail(tx, newId(), email, now);
  await insertPerson(tx, accountId, email, now);
  const personId = assertDefined(await findPersonByEmail(tx, email));
  await insertMember(tx, { accountId, personId, role: 'owner', now });
  await ensureWebKeys(tx, accountId, now);
  await fundSandbox({ tx, clock }, accountId);
  return personId;
}

interface Needs {
  db: Db;
  clock: Clock;
  sessions: Pick<PeopleSessions, 'start'>;
}

/** The address that a valid link signs in. Reading does not use the link up. */
export const readLinkEmail = ({ db, clock }: Omit<Needs, 'sessions'>, token: string): Promise<string | null> =>
  findLinkEmail(db, linkIdentifier(token), clock.now());

/**
 * Signs in the holder of a mailed link. Returns the Set-Cookie header of a new session, or null if the link is unknown,
 * used or expired. The holder of a valid link owns the mailbox, so the person is created first. Two first sign-ins at
 * once create one person.
 */
export async function openLink(needs: Needs, token: string): Promise<string | null> {
  const { db, clock, sessions } = needs;
  const email = await readLinkEmail(needs, token);
  if (email === null) return null;
  return inTransaction(db, async (tx) => {
    const personId = await ensurePerson({ tx, clock }, email);
    return (await takeLink(tx, linkIdentifier(token), clock.now())) ? sessions.start(tx, personId) : null;
  });
}
