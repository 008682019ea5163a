import { plusMs } from '../../../kit/clock.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { renewKey } from '../../access/accounts/index.ts';
import { issueToken, revokeToken, type Token, type TokenNeeds } from './exchange-code.ts';
import { invalidGrant, invalidRequest, OauthProblem } from './failures.ts';
import { hashOf, tokenMs } from './model.ts';
import { lockRefreshToken, writeRefreshed } from './sql.ts';

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
