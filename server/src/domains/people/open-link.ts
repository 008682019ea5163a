import type { Clock } from '../../kit/clock.ts';
import { type Db, inTransaction } from '../../platform/database/index.ts';
import { ensurePerson } from './ensure-person.ts';
import { linkIdentifier } from './model.ts';
import type { PeopleSessions } from './sessions.ts';
import { findLinkEmail, takeLink } from './sql.ts';

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
