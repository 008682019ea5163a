import { createHash, createPublicKey, type JsonWebKey, randomUUID, verify } from 'node:crypto';
import type { Json, OauthFault, OauthState, Reply, State } from './state.ts';

export const newOauth = (): OauthState => ({
  codes: new Map(),
  access: new Map(),
  refresh: new Map(),
  asked: [],
  lifetime: 3600,
});

export const gatedScopes = ['dev.ucp.shopping.checkout:manage', 'dev.ucp.shopping.order:read'];

/** Answers for the sign-in server; null: this is not its business. */
export function serveOauth(state: State, path: string, text: string, authorization: string | null): Reply | null {
  const { origin, oauth, faults } = state;
  const fault = faults.oauth;
  if (fault === null) return path.startsWith('/.well-known/o') ? { status: 404, body: {} } : null;
  if (path === '/.well-known/oauth-protected-resource') {
    if (fault === 'broken resource') return { status: 500, body: {} };
    if (fault === 'another resource') {
      return { status: 200, body: { resource: 'https://bank.example', authorization_servers: [origin] } };
    }
    const server = faults.signsInAt ?? origin;
    return { status: 200, body: { resource: origin, authorization_servers: [server] } };
  }
  if (path === '/.well-known/oauth-authorization-server') {
    return fault === 'broken metadata' ? { status: 503, body: {} } : { status: 200, body: metadata(state, fault) };
  }
  if (path === '/.well-known/openid-configuration') return { status: 200, body: metadata(state, 'sound') };
  if (path.startsWith('/oauth/authorize?')) {
    // The customer agrees right away.
    const url = `${origin}${path}`;
    const back = new URL(new URL(url).searchParams.get('redirect_uri') ?? origin);
    back.search = agreeAt(state, url).toString();
    return { status: 302, body: {}, location: back.href };
  }
  if (path !== '/oauth/token' && path !== '/oauth/revoke') return null;
  const fields = Object.fromEntries(new URLSearchParams(text));
  oauth.asked.push({ path, fields, authorization });
  if (!isClient(state, fields, authorization)) return { status: 401, body: { error: 'invalid_client' } };
  return path === '/oauth/revoke' ? revoke(oauth, fields) : token(state, fields);
}

function metadata({ origin, faults }: State, fault: OauthFault): Json {
  const issuer = fault === 'another issuer' ? 'https://login.bank.example' : origin;
  const methods = fault === 'plain PKCE' ? ['plain'] : ['S256'];
  return {
    issuer: fault === 'a slash more' ? `${origin}/` : issuer,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    scopes_supported: fault === 'scopes unknown' ? ['openid'] : [...gatedScopes, 'ucp:scopes:checkout_session', 'more'],
    token_endpoint_auth_methods_supported: faults.clientAuth,
    ...(fault === 'no PKCE' ? {} : { code_challenge_methods_supported: methods }),
  };
}

function isClient({ origin, faults, clientKeys }: State, fields: Json, authorization: string | null): boolean {
  const [method] = faults.clientAuth;
  if (method === 'none') return typeof fields.client_id === 'string';
  if (method === 'client_secret_basic') {
    return authorization === `Basic ${Buffer.from('errand-at-shop:s3cret%2B').toString('base64')}`;
  }
  const [head = '', claims = '', signature = ''] = String(fields.client_assertion).split('.');
  const told: Json = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const { aud, sub, exp } = told;
  const key = createPublicKey({ key: clientKeys[0] as JsonWebKey, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return isSigned && aud === origin && sub === fields.client_id && Number(exp) * 1000 > Date.now();
}

function token({ oauth, faults }: State, fields: Json): Reply {
  if (faults.oauth === 'token moved') return { status: 307, body: {}, location: 'http://127.0.0.1:9/steal' };
  if (faults.oauth === 'no tokens') return { status: 200, body: { access_token: 'x', token_type: 'mac' } };
  const no = { status: 400, body: { error: 'invalid_grant' } };
  if (fields.grant_type === 'refresh_token') {
    const scopes = oauth.refresh.get(String(fields.refresh_token));
    oauth.refresh.delete(String(fields.refresh_token));
    return scopes ? issue(oauth, scopes) : no;
  }
  const grant = oauth.codes.get(String(fields.code));
  oauth.codes.delete(String(fields.code));
  const proof = createHash('sha256').update(String(fields.code_verifier)).digest('base64url');
  return grant && grant.challenge === proof && grant.redirectUri === fields.redirect_uri
    ? issue(oauth, grant.scopes)
    : no;
}

function issue(oauth: OauthState, scopes: string[]): Reply {
  const [access, refresh] = [`at_${randomUUID()}`, `rt_${randomUUID()}`];
  oauth.access.set(access, scopes);
  oauth.refresh.set(refresh, scopes);
  const body = { access_token: access, refresh_token: refresh, token_type: 'Bearer', scope: scopes.join(' ') };
  return { status: 200, body: { ...body, expires_in: oauth.lifetime } };
}

function revoke(oauth: OauthState, fields: Json): Reply {
  oauth.refresh.delete(String(fields.token));
  oauth.access.delete(String(fields.token));
  return { status: 200, body: {} };
}

/** What the customer's browser does: agrees, and is sent back with these parameters. */
export function agreeAt({ oauth, origin }: State, authorizeUrl: string): URLSearchParams {
  const asked = new URL(authorizeUrl).searchParams;
  const code = `code_${randomUUID()}`;
  const before = [...oauth.access.values()].at(-1) ?? [];
  oauth.codes.set(code, {
    challenge: asked.get('code_challenge') ?? '',
    redirectUri: asked.get('redirect_uri') ?? '',
    clientId: asked.get('client_id') ?? '',
    scopes: [...new Set([...before, ...(asked.get('scope') ?? '').split(' ')])],
  });
  return new URLSearchParams({ code, state: asked.get('state') ?? '', iss: origin });
}

/** Why the store does not do this for the bearer; null: it does. */
export function gate(
  { oauth, faults, origin }: State,
  operation: string,
  headers: Record<string, string>,
): Reply | null {
  if (!faults.isGated || !/checkout|order/.test(operation)) return null;
  const scopes = oauth.access.get((headers.authorization ?? '').replace(/^Bearer /, ''));
  const words = (code: string) => ({ messages: [{ type: 'error', code, content: 'Sign in.' }] });
  const realm = `Bearer realm="${origin}"`;
  if (!scopes) {
    return { status: 401, body: words('identity_required'), challenge: `${realm}, error="invalid_token"` };
  }
  const needed = [...gatedScopes, ...faults.alsoNeeds];
  if (needed.every((scope) => scopes.includes(scope))) return null;
  const challenge = `${realm}, error="insufficient_scope", scope="${needed.join(' ')}"`;
  return { status: 403, body: words('insufficient_scope'), challenge };
}
