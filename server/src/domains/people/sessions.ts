import { type Clock, plusMs } from '../../kit/clock.ts';
import { newId, randomBase62 } from '../../kit/ids.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import {
  listMembers,
  listMemberships,
  type MembershipRow,
  type Sessions,
  type SignedIn,
} from '../access/accounts/index.ts';
import { cookieNameFor, sessionCookie, tokenIn } from './cookie.ts';
import { operatorSessionMs, sessionLifeMs } from './model.ts';
import {
  deleteLinksOf,
  deleteSession,
  deleteSessionById,
  deleteSessionsOf,
  findSession,
  insertSession,
  writeSessionAccount,
} from './sql.ts';
import { writeSessionFactor } from './sql-factors.ts';

/** An ended session is refused right away by this process, and within this time by all others. */
const cacheMs = 1000;
const entriesMax = 10_000;
const tokenLength = 32;

type SignedInPerson = Pick<SignedIn, 'personId' | 'email' | 'name' | 'secondFactor'>;

interface CachedSession {
  who: SignedInPerson;
  memberships: MembershipRow[];
  /** The account chosen last, if the person still belongs to it. */
  chosen: string | null;
  until: number;
}

export interface PeopleSessions extends Sessions {
  /** Creates a session and returns its Set-Cookie header. */
  start(tx: Tx, personId: string): Promise<string>;
  /** Ends the session of this Cookie header, if any. */
  end(cookies: string): Promise<void>;
  endAllOf(personId: string): Promise<void>;
  /** Ends the sessions of everyone on an account. */
  endAllOn(accountId: string): Promise<void>;
  /** Sets the account that this session shows unless its page names another. */
  choose(cookies: string, accountId: string): Promise<void>;
  /** Call after a membership or role of the account changed. */
  forgetAccount(accountId: string): void;
  endOne(id: string): Promise<void>;
  /** Records that the session's person just entered a valid code. */
  noteFactor(cookies: string, now: Date): Promise<void>;
}

interface Needs {
  db: Db;
  clock: Clock;
  publicUrl: string;
  /** Lower case. */
  operatorEmails: readonly string[];
  secret(): Promise<string>;
}

export function createSessions(needs: Needs): PeopleSessions {
  const name = cookieNameFor(needs.publicUrl);
  const rememberedByToken = new Map<string, CachedSession>();
  // A lookup in progress while a session ends must not cache its result.
  let endings = 0;

  const tokenOf = async (cookies: string) =>
    cookies.includes(name) ? tokenIn(cookies, name, await needs.secret()) : null;

  function forget(isMeant: (remembered: CachedSession) => boolean): void {
    endings += 1;
    for (const [token, remembered] of rememberedByToken) if (isMeant(remembered)) rememberedByToken.delete(token);
  }

  async function load(token: string, now: Date): Promise<CachedSession | null> {
    const endingsBefore = endings;
    const row = await findSession(needs.db, token);
    if (!row) return null;
    const isOperator = needs.operatorEmails.includes(row.email);
    const operatorEnd = plusMs(row.created_at, operatorSessionMs);
    const expiresAt = isOperator && operatorEnd < row.expires_at ? operatorEnd : row.expires_at;
    if (expiresAt <= now) return null;
    const memberships = await listMemberships(needs.db, row.person_id);
    const secondFactor = { isEnrolled: row.is_enrolled, provenAt: row.factor_at };
    const who = { personId: row.person_id, email: row.email, name: row.name, secondFactor };
    const remembered = { who, memberships, chosen: row.account_id, until: 0 };
    if (rememberedByToken.size >= entriesMax) rememberedByToken.clear();
    remembered.until = Math.min(now.getTime() + cacheMs, expiresAt.getTime());
    if (endings === endingsBefore) rememberedByToken.set(token, remembered);
    return remembered;
  }

  function forgetToken(token: string): void {
    endings += 1;
    rememberedByToken.delete(token);
  }

  /** Changes the session of this Cookie header, if any. */
  async function change(cookies: string, work: (token: string) => Promise<void>): Promise<void> {
    const token = await tokenOf(cookies);
    if (token === null) return;
    await work(token);
    forgetToken(token);
  }

  async function endAllOf(personId: string): Promise<void> {
    // Links first: one that is opened in between creates a session, which is then deleted too.
    await deleteLinksOf(needs.db, personId);
    await deleteSessionsOf(needs.db, personId);
    forget(({ who }) => who.personId === personId);
  }

  return {
    async start(tx, personId) {
      const token = randomBase62(tokenLength);
      const now = needs.clock.now();
      await insertSession(tx, { id: newId(), personId, token }, now, plusMs(now, sessionLifeMs));
      return sessionCookie(needs.publicUrl, token, await needs.secret());
    },
    endAllOf,
    async endAllOn(accountId) {
      for (const { person_id: id } of await listMembers(needs.db, accountId)) await endAllOf(id);
    },
    async find(cookies, wanted) {
      const token = await tokenOf(cookies);
      if (token === null) return null;
      const now = needs.clock.now();
      const known = rememberedByToken.get(token);
      const remembered = known && known.until > now.getTime() ? known : await load(token, now);
      return remembered && signInFor(remembered, wanted);
    },
    end: (cookies) => change(cookies, (token) => deleteSession(needs.db, token)),
    async endOne(id) {
      const token = await deleteSessionById(needs.db, id);
      if (token !== null) forgetToken(token);
    },
    noteFactor: (cookies, now) => change(cookies, (token) => writeSessionFactor(needs.db, token, now)),
    choose: (cookies, accountId) => change(cookies, (token) => writeSessionAccount(needs.db, token, accountId)),
    forgetAccount: (accountId) =>
      forget(({ memberships }) => memberships.some(({ account_id: id }) => id === accountId)),
  };
}

/** The account a person acts for: the one their page names, if they belong to it, otherwise the one they chose last. */
function signInFor({ who, memberships, chosen }: CachedSession, wanted: string | undefined): SignedIn | null {
  const of = (id: string | null) => memberships.find((each) => each.account_id === id);
  const acting = wanted === undefined ? (of(chosen) ?? memberships[0]) : of(wanted);
  if (!acting) return null;
  const { account_id: accountId, role, test_key: test, live_key: live } = acting;
  return { ...who, accountId, role, keyIds: { test, live } };
}
