import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type {
  Blocked,
  Call,
  Linked,
  LinkFinishRequest,
  Linking,
  LinkStarted,
  LinkStartRequest,
  Refused,
} from '../contract.ts';
import { refuse } from '../refuse.ts';
import type { Store } from '../store.ts';
import type { UcpApi } from './api.ts';
import { unexpectedReply } from './discovery.ts';
import { type Link, linkIn } from './link.ts';
import { type OauthNeeds, requestTokens, revokeToken, type Tokens } from './oauth-requests.ts';
import { issuerOf, type OauthServer, serverOf } from './oauth-server.ts';
import type { Profile } from './profile.ts';
import { settingsOf } from './settings.ts';

export interface LinkingNeeds extends OauthNeeds {
  store: Store;
  api: UcpApi;
}

const Pending = Type.Object({ issuer: Type.String(), clientId: Type.String(), scopes: Type.Array(Type.String()) });
type Pending = Static<typeof Pending>;

/** Operations with a customer's consent: checkout and reading orders. */
const isUsed = (scope: string): boolean =>
  scope.startsWith('dev.ucp.shopping.checkout:') || scope === 'dev.ucp.shopping.order:read';

/** The scopes to request: those that the store requires for operations used here. */
export function scopesFor({ version, linking }: Profile, server: Pick<OauthServer, 'scopes_supported'>): string[] {
  if (version !== '2026-01-11') return (linking?.scopes ?? []).filter(isUsed);
  const only = 'ucp:scopes:checkout_session';
  return server.scopes_supported === undefined || server.scopes_supported.includes(only) ? [only] : [];
}

export function createLinking(needs: LinkingNeeds): Linking {
  return {
    async isOffered(call) {
      const found = await needs.api.profile(call);
      if (found.kind === 'profile') return found.profile.linking !== null;
      return found.kind === 'blocked' ? found : unexpectedReply(found.message);
    },
    begin: (beginning, call) => begin(needs, beginning, call),
    finish: (ending, call) => finish(needs, ending, call),
    describe(session) {
      const link = linkIn(session);
      return link && { issuer: link.issuer, scopes: link.scopes };
    },
    async revoke(session, call) {
      const link = linkIn(session);
      if (!link) return { kind: 'done' };
      const server = await serverOf(needs.client, link.issuer, call);
      if ('kind' in server) return { kind: 'later', message: server.message };
      const { clientId, refreshToken, accessToken } = link;
      if (refreshToken !== null) {
        const ended = await revokeToken(needs, server, { clientId, token: refreshToken, hint: 'refresh_token' }, call);
        if (ended.kind === 'later') return ended;
      }
      return revokeToken(needs, server, { clientId, token: accessToken, hint: 'access_token' }, call);
    },
  };
}

async function begin(
  needs: LinkingNeeds,
  { redirectUri, state, challenge, session }: LinkStartRequest,
  call: Call,
): Promise<LinkStarted> {
  const { store } = needs;
  const found = await needs.api.profile(call);
  if (found.kind !== 'profile') return found;
  const { profile } = found;
  if (!profile.linking) return refuse('login_failed', 'This store does not support linked accounts.');
  const issuer = await issuerOf(needs.client, new URL(store.apiUrl ?? store.url ?? '').origin, call);
  if (typeof issuer !== 'string') return issuer;
  const server = await serverOf(needs.client, issuer, call);
  if ('kind' in server) return server;
  if (!server.code_challenge_methods_supported?.includes('S256')) {
    return refuse('login_failed', "The store's sign-in server does not support PKCE with S256.");
  }
  const link = linkIn(session);
  // Skip scopes that were granted before.
  const isMore = link !== null && link.issuer === issuer && link.missing.length > 0;
  const scopes = isMore ? link.missing : scopesFor(profile, server);
  const unknown = scopes.filter((scope) => server.scopes_supported?.includes(scope) === false);
  if (unknown.length > 0) {
    return refuse('login_failed', `The store's sign-in server does not support ${unknown.join(', ')}.`);
  }
  const clientId = settingsOf(store).client_id ?? needs.identity.profileUrl(profile.version);
  const url = new URL(server.authorization_endpoint);
  const asked = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  const pending: Pending = { issuer, clientId, scopes };
  return { kind: 'begun', url: url.href, pending: JSON.stringify(pending) };
}

function pendingIn(text: string): Pending | null {
  const value: unknown = JSON.parse(text);
  return Value.Check(Pending, value) ? value : null;
}

async function finish(needs: LinkingNeeds, ending: LinkFinishRequest, call: Call): Promise<Linked> {
  const pending = pendingIn(ending.pending);
  if (!pending) return refuse('login_failed', 'This link does not match the one that was started. Start again.');
  // Discard a response of another issuer before using its code.
  if (ending.iss !== pending.issuer) {
    const said =
      ending.iss === null ? 'does not say which store it is from' : 'is from a different server than expected';
    return refuse('login_failed', `The response ${said}. Nothing was linked.`);
  }
  const server = await serverOf(needs.client, pending.issuer, call);
  if ('kind' in server) return server;
  const { code, redirectUri, verifier } = ending;
  const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
  const answer = await requestTokens(needs, server, { clientId: pending.clientId, fields }, call);
  if (answer.kind !== 'tokens') return answer;
  const before = linkIn(ending.session);
  const kept = before?.issuer === pending.issuer ? before.scopes : [];
  const scopes = [...new Set([...kept, ...pending.scopes])];
  const { issuer, clientId } = pending;
  const link = { issuer, clientId, ...tokensOf(answer.tokens, null, needs.clock.now()), scopes, missing: [] };
  return { kind: 'linked', session: JSON.stringify(narrowed(link, answer.tokens)) };
}

/** The store may have granted less than was asked. */
const narrowed = (link: Link, { scope }: Tokens): Link =>
  scope === undefined ? link : { ...link, scopes: scope.split(' ').filter(Boolean) };

const tokensOf = ({ access_token, refresh_token, expires_in }: Tokens, old: string | null, now: Date) => ({
  accessToken: access_token,
  // Keep the old refresh token if there is no new one.
  refreshToken: refresh_token ?? old,
  expiresAt: expires_in === undefined ? null : now.getTime() + expires_in * 1000,
});

/** Renews the tokens at the issuer. The caller holds the account's lease. */
export async function renew(
  needs: OauthNeeds,
  link: Link,
  call: Call,
): Promise<{ kind: 'link'; link: Link } | Refused | Blocked> {
  if (link.refreshToken === null) return refuse('login_failed', 'The link to the store has expired.');
  const server = await serverOf(needs.client, link.issuer, call);
  if ('kind' in server) return server;
  const fields = { grant_type: 'refresh_token', refresh_token: link.refreshToken };
  const answer = await requestTokens(needs, server, { clientId: link.clientId, fields }, call);
  if (answer.kind !== 'tokens') return answer;
  const tokens = tokensOf(answer.tokens, link.refreshToken, needs.clock.now());
  return { kind: 'link', link: narrowed({ ...link, ...tokens }, answer.tokens) };
}
