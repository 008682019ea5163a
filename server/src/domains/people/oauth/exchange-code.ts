import { type Clock, plusMs, secondMs } from '../../../kit/clock.ts';
import { randomBase62 } from '../../../kit/ids.ts';
import { type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { type Authenticator, createKey, lockOwner, renewKey, revokeKeyById } from '../../access/accounts/index.ts';
import { invalidGrant, invalidRequest, OauthProblem } from './failures.ts';
import { hashOf, isVerifierOf, refreshMs, refreshTokenLength, tokenMs } from './model.ts';
import { insertRefreshToken, lockByCode, lockRefreshToken, writeRefreshed, writeUsed } from './sql.ts';

export interface TokenNeeds {
  db: Db;
  clock: Clock;
  authenticator: Authenticator;
}

export interface Token {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
}

/** Issues a program's key with its refresh token. */
export async function issueToken(
  { tx, clock }: { tx: Tx; clock: Clock },
  granted: { key: string; keyId: string; clientId: string; scopes: readonly string[] },
): Promise<Token> {
  const refreshToken = randomBase62(refreshTokenLength);
  const now = clock.now();
  const { key, keyId, clientId, scopes } = granted;
  await insertRefreshToken(tx, { hash: hashOf(refreshToken), keyId, clientId, now, until: plusMs(now, refreshMs) });
  return {
    access_token: key,
    token_type: 'Bearer',
    expires_in: tokenMs / secondMs,
    refresh_token: refreshToken,
    scope: scopes.join(' '),
  };
}

/** Exchanges a code for a key: once, within a minute, and only for the program that asked. */
export async function exchangeCode(needs: TokenNeeds, form: Record<string, unknown>): Promise<Token> {
  const { code, client_id: clientId, code_verifier: verifier, redirect_uri: redirectUri } = form;
  if (typeof code !== 'string' || typeof clientId !== 'string' || typeof verifier !== 'string') {
    throw invalidRequest('Send code, client_id and code_verifier.');
  }
  const outcome = await inTransaction(needs.db, async (tx) => {
    const row = await lockByCode(tx, hashOf(code));
    if (!row?.account_id || !row.world || row.client_id !== clientId.toLowerCase()) return invalidGrant();
    if (row.status !== 'approved') return revokeToken(needs, tx, row);
    const isSameAddress = redirectUri === undefined || redirectUri === row.redirect_uri;
    const isInTime = row.expires_at > needs.clock.now();
    if (!isInTime || !isSameAddress || !isVerifierOf(row.challenge, verifier)) return invalidGrant();
    // Who approved it may have left the account since.
    if (!(await lockOwner(tx, row.account_id, row.decided_by))) return invalidGrant();
    const expiresAt = plusMs(needs.clock.now(), tokenMs);
    const permissions = { scopes: [...row.scopes], expiresAt };
    const wanted = {
      accountId: row.account_id,
      world: row.world,
      label: row.name,
      permissions,
      createdBy: row.decided_by,
    };
    const { id, key } = await createKey({ tx, clock: needs.clock }, wanted);
    await writeUsed(tx, row.id, id);
    return issueToken({ tx, clock: needs.clock }, { key, keyId: id, clientId: row.client_id, scopes: row.scopes });
  });
  if (outcome instanceof OauthProblem) throw outcome;
  return outcome;
}

/** A code or token that is used twice was stolen, so its key is revoked. */
export async function revokeToken(
  { clock, authenticator }: TokenNeeds,
  tx: Tx,
  row: { account_id: string | null; key_id: string | null },
): Promise<OauthProblem> {
  if (row.account_id !== null && row.key_id !== null) {
    await revokeKeyById(tx, row.account_id, row.key_id, clock.now());
    authenticator.forget(row.key_id);
  }
  return invalidGrant();
}

/**
 * Renews a program's key without asking the person again. A refresh token works once and is replaced; reusing one
 * revokes the key. The key keeps its id, so its policies and limits still apply.
 */
export async function refreshToken(needs: TokenNeeds, form: Record<string, unknown>): Promise<Token> {
  const { refresh_token: token, client_id: clientId } = form;
  if (typeof token !== 'string' || typeof clientId !== 'string') {
    throw invalidRequest('Send refresh_token and client_id.');
  }
  const { clock } = needs;
  const outcome = await inTransaction(needs.db, async (tx) => {
    const hash = hashOf(token);
    const row = await lockRefreshToken(tx, hash);
    if (!row || row.client_id !== clientId.toLowerCase() || row.revoked_at !== null) return invalidGrant();
    if (row.used_at !== null) return revokeToken(needs, tx, row);
    const now = clock.now();
    if (row.expires_at <= now) return invalidGrant();
    await writeRefreshed(tx, hash, now);
    const { key_id: keyId, world, scopes } = row;
    const key = await renewKey({ tx, clock }, { id: keyId, world, expiresAt: plusMs(now, tokenMs) });
    return { keyId, token: await issueToken({ tx, clock }, { key, keyId, clientId: row.client_id, scopes }) };
  });
  if (outcome instanceof OauthProblem) throw outcome;
  // The old secret no longer works.
  needs.authenticator.forget(outcome.keyId);
  return outcome.token;
}
