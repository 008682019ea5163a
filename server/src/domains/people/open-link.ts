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

/** Whom a link signs in, as long as it is good; looking does not use it up. */
export const readLinkEmail = ({ db, clock }: Omit<Needs, 'sessions'>, token: string): Promise<string | null> =>
  findLinkEmail(db, linkIdentifier(token), clock.now());

/**
 * Signs the holder of a mailed link in: the Set-Cookie header of a new session, or null when the link is unknown, used or too old.
 * The holder of a good link owns the mailbox, so the person is created first. Two first sign-ins at once create one.
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
