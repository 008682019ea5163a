import type { Clock } from '../../kit/clock.ts';
import { fieldsOf, textOf } from '../../kit/fields.ts';
import { type Db, inTransaction } from '../../platform/database/index.ts';
import { type Auth, linkIdentifier } from './auth.ts';
import { ensurePerson } from './ensure-person.ts';
import { findLinkValue } from './sql.ts';

interface Needs {
  db: Db;
  clock: Clock;
  auth(): Promise<Auth>;
}

/** Whom a link signs in, as long as it is good; looking does not use it up. */
export async function whoseLink({ db, clock }: Omit<Needs, 'auth'>, token: string): Promise<string | null> {
  const value = await findLinkValue(db, linkIdentifier(token), clock.now());
  return value === null ? null : (textOf(fieldsOf(JSON.parse(value)).email) ?? null);
}

/**
 * Signs the holder of a mailed link in: the Set-Cookie headers of a new session, or null when the link is unknown, used or
 * too old. The holder of a good link owns the mailbox, so the person is made first; two first sign-ins at once make one.
 */
export async function openLink(needs: Needs, token: string): Promise<string[] | null> {
  const email = await whoseLink(needs, token);
  if (email === null) return null;
  await inTransaction(needs.db, (tx) => ensurePerson({ tx, clock: needs.clock }, email));
  return (await needs.auth()).redeem(token);
}
