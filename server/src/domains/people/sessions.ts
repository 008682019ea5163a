import { type Clock, plusMs } from '../../kit/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { findWebKeys, type Sessions, type SignedIn } from '../accounts/index.ts';
import { cookieNameFor, tokenIn } from './cookie.ts';
import { operatorSessionMs } from './model.ts';
import { deleteLinksOf, deleteSession, deleteSessionById, deleteSessionsOf, findSession } from './store.ts';
import { noteSessionFactor } from './store-factors.ts';

/** A session that ended is refused at once where it was ended, and within this time by every other process. */
const rememberMs = 1000;
const rememberedMost = 10_000;

interface Remembered {
  signedIn: SignedIn;
  until: number;
}

export interface PeopleSessions extends Sessions {
  /** Ends the session of this Cookie header, if it has one. */
  end(cookies: string): Promise<void>;
  endAllOf(accountId: string): Promise<void>;
  /** Ends one session by its id. */
  endOne(id: string): Promise<void>;
  /** The holder of this Cookie header's session has just given a code. */
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
  const rememberedByToken = new Map<string, Remembered>();
  // A look-up that is under way while a session ends must not remember what it found.
  let endings = 0;

  const tokenOf = async (cookies: string) =>
    cookies.includes(name) ? tokenIn(cookies, name, await needs.secret()) : null;

  async function load(token: string, now: Date): Promise<SignedIn | null> {
    const endingsBefore = endings;
    const row = await findSession(needs.db, token);
    if (!row) return null;
    const isOperator = needs.operatorEmails.includes(row.email);
    const operatorEnd = plusMs(row.created_at, operatorSessionMs);
    const expiresAt = isOperator && operatorEnd < row.expires_at ? operatorEnd : row.expires_at;
    if (expiresAt <= now) return null;
    const keyIds = await findWebKeys(needs.db, row.account_id);
    if (!keyIds) return null;
    const secondFactor = { isEnrolled: row.is_enrolled, provenAt: row.factor_at };
    const signedIn = { accountId: row.account_id, email: row.email, keyIds, secondFactor };
    if (rememberedByToken.size >= rememberedMost) rememberedByToken.clear();
    const until = Math.min(now.getTime() + rememberMs, expiresAt.getTime());
    if (endings === endingsBefore) rememberedByToken.set(token, { signedIn, until });
    return signedIn;
  }

  return {
    async find(cookies) {
      const token = await tokenOf(cookies);
      if (token === null) return null;
      const now = needs.clock.now();
      const remembered = rememberedByToken.get(token);
      return remembered && remembered.until > now.getTime() ? remembered.signedIn : load(token, now);
    },
    async end(cookies) {
      const token = await tokenOf(cookies);
      if (token === null) return;
      await deleteSession(needs.db, token);
      endings += 1;
      rememberedByToken.delete(token);
    },
    async endOne(id) {
      const token = await deleteSessionById(needs.db, id);
      endings += 1;
      if (token !== null) rememberedByToken.delete(token);
    },
    async noteFactor(cookies, now) {
      const token = await tokenOf(cookies);
      if (token === null) return;
      await noteSessionFactor(needs.db, token, now);
      endings += 1;
      rememberedByToken.delete(token);
    },
    async endAllOf(accountId) {
      // Links first: one that is opened between the two makes a session, and that goes too.
      await deleteLinksOf(needs.db, accountId);
      await deleteSessionsOf(needs.db, accountId);
      endings += 1;
      for (const [token, { signedIn }] of rememberedByToken) {
        if (signedIn.accountId === accountId) rememberedByToken.delete(token);
      }
    },
  };
}
