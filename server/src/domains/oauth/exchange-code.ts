import { type Clock, plusMs, secondMs } from '../../kit/clock.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/index.ts';
import { type Authenticator, createKey, revokeKeyById } from '../accounts/index.ts';
import { invalidGrant, invalidRequest, OauthProblem, unsupportedGrant } from './failures.ts';
import { hashOf, isVerifierOf, tokenMs } from './model.ts';
import { lockByCode, type RequestRow, writeUsed } from './store.ts';

interface Needs {
  db: Db;
  clock: Clock;
  authenticator: Authenticator;
}

export interface Token {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  scope: string;
}

/** The program fetches its key: once, within a minute, and only if it is the one that asked. */
export async function exchangeCode(needs: Needs, form: Record<string, unknown>): Promise<Token> {
  if (form.grant_type !== 'authorization_code') throw unsupportedGrant();
  const { code, client_id: clientId, code_verifier: verifier, redirect_uri: redirectUri } = form;
  if (typeof code !== 'string' || typeof clientId !== 'string' || typeof verifier !== 'string') {
    throw invalidRequest('Send code, client_id and code_verifier.');
  }
  const outcome = await inTransaction(needs.db, async (tx) => {
    const row = await lockByCode(tx, hashOf(code));
    if (!row?.account_id || !row.world || row.client_id !== clientId.toLowerCase()) return invalidGrant();
    if (row.status !== 'approved') return revoke(needs, tx, row);
    const isSameAddress = redirectUri === undefined || redirectUri === row.redirect_uri;
    const isInTime = row.expires_at > needs.clock.now();
    if (!isInTime || !isSameAddress || !isVerifierOf(row.challenge, verifier)) return invalidGrant();
    const expiresAt = plusMs(needs.clock.now(), tokenMs);
    const power = { scopes: [...row.scopes], expiresAt };
    const wanted = { accountId: row.account_id, world: row.world, label: row.name, power };
    const { id, key } = await createKey({ tx, clock: needs.clock }, wanted);
    await writeUsed(tx, row.id, id);
    return { key, scopes: row.scopes };
  });
  if (outcome instanceof OauthProblem) throw outcome;
  const { key, scopes } = outcome;
  return { access_token: key, token_type: 'Bearer', expires_in: tokenMs / secondMs, scope: scopes.join(' ') };
}

/** A code that comes a second time was stolen from one of the two that brought it: the key that it gave is no good any more. */
async function revoke({ clock, authenticator }: Needs, tx: Tx, row: RequestRow): Promise<OauthProblem> {
  if (row.account_id !== null && row.key_id !== null) {
    await revokeKeyById(tx, row.account_id, row.key_id, clock.now());
    authenticator.forget(row.key_id);
  }
  return invalidGrant();
}
