import type { Clock } from '../../kit/clock.ts';
import { type Db, inTransaction } from '../../platform/database/index.ts';
import { type Auth, linkIdentifier } from './auth.ts';
import { ensurePerson } from './ensure-person.ts';
import { findLinkValue } from './store.ts';

interface Needs {
  db: Db;
  clock: Clock;
  auth(): Promise<Auth>;
}

/**
 * Signs the holder of a mailed link in: the Set-Cookie headers of a new session, or null when the link is unknown, used or
 * too old. Whoever holds a good link owns the mailbox, so the person is made first; two first sign-ins at once make one.
 */
export async function openLink(needs: Needs, token: string): Promise<string[] | null> {
  const value = await findLinkValue(needs.db, linkIdentifier(token), needs.clock.now());
  if (value === null) return null;
  const { email } = JSON.parse(value) as { email: string };
  await inTransaction(needs.db, (tx) => ensurePerson({ tx, clock: needs.clock }, email));
  return (await needs.auth()).redeem(token);
}
