import type { Clock } from '../../kit/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { findWebKeys, type Sessions, type SignedIn } from '../accounts/index.ts';
import { cookieNameFor, tokenIn } from './cookie.ts';
import { deleteSession, deleteSessionsOf, findSession } from './store.ts';

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
}

interface Needs {
  db: Db;
  clock: Clock;
  publicUrl: string;
  secret(): Promise<string>;
}

export function createSessions(needs: Needs): PeopleSessions {
  const name = cookieNameFor(needs.publicUrl);
  const rememberedByToken = new Map<string, Remembered>();
  // Whoever is looking a session up while one ends must not remember what they found.
  let endings = 0;

  const tokenOf = async (cookies: string) =>
    cookies.includes(name) ? tokenIn(cookies, name, await needs.secret()) : null;

  async function load(token: string, now: Date): Promise<SignedIn | null> {
    const endingsBefore = endings;
    const row = await findSession(needs.db, token);
    if (!row || row.expires_at <= now) return null;
    const keyIds = await findWebKeys(needs.db, row.account_id);
    if (!keyIds) return null;
    const signedIn = { accountId: row.account_id, email: row.email, keyIds };
    if (rememberedByToken.size >= rememberedMost) rememberedByToken.clear();
    const until = Math.min(now.getTime() + rememberMs, row.expires_at.getTime());
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
    async endAllOf(accountId) {
      await deleteSessionsOf(needs.db, accountId);
      endings += 1;
      for (const [token, { signedIn }] of rememberedByToken) {
        if (signedIn.accountId === accountId) rememberedByToken.delete(token);
      }
    },
  };
}
