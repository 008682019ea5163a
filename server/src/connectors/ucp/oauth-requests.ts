import { randomUUID, sign } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Clock } from '../../kit/clock.ts';
import { jsonIn } from '../../kit/fields.ts';
import type { SigningKey } from '../../platform/message-signatures.ts';
import type { Blocked, Call, Refused } from '../contract.ts';
import { refuse } from '../refuse.ts';
import type { StoreIdentity } from '../store.ts';
import { blockedBy, type StoreClient } from '../store-client.ts';
import { unexpectedReply } from './discovery.ts';
import type { OauthServer } from './oauth-server.ts';

export interface OauthNeeds {
  client: StoreClient;
  clock: Clock;
  identity: StoreIdentity;
  credentials(): Promise<Record<string, string>>;
}

const Tokens = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  token_type: Type.String({ pattern: '^[Bb][Ee][Aa][Rr][Ee][Rr]$' }),
  expires_in: Type.Optional(Type.Number({ minimum: 0 })),
  refresh_token: Type.Optional(Type.String({ minLength: 1 })),
  scope: Type.Optional(Type.String()),
});
const OauthError = Type.Object({ error: Type.String() });

export type Tokens = Static<typeof Tokens>;

/** Client authentication: the strongest method that both support. */
async function proofOf(
  needs: OauthNeeds,
  server: OauthServer,
  clientId: string,
): Promise<{ headers: Record<string, string>; fields: Record<string, string> } | Refused> {
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const algorithms = server.token_endpoint_auth_signing_alg_values_supported ?? ['ES256'];
  if (methods.includes('private_key_jwt') && algorithms.includes('ES256')) {
    const assertion = assertionOf(await needs.identity.key(), server.issuer, clientId, needs.clock.now());
    const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
    const fields = { client_id: clientId, client_assertion_type: type, client_assertion: assertion };
    return { headers: {}, fields };
  }
  const { client_secret: secret } = await needs.credentials();
  if (methods.includes('client_secret_basic') && secret) {
    const encode = (value: string) => new URLSearchParams({ v: value }).toString().slice(2);
    const pair = Buffer.from(`${encode(clientId)}:${encode(secret)}`).toString('base64');
    return { headers: { authorization: `Basic ${pair}` }, fields: {} };
  }
  if (methods.includes('none')) return { headers: {}, fields: { client_id: clientId } };
  const ways = methods.join(', ');
  return refuse(
    'login_failed',
    `The store's sign-in server only accepts clients that authenticate with ${ways}. An operator must set that up.`,
  );
}

function assertionOf({ kid, privateKey }: SigningKey, issuer: string, clientId: string, now: Date): string {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const claims = { iss: clientId, sub: clientId, aud: issuer, jti: randomUUID(), iat: issuedAt, exp: issuedAt + 60 };
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ alg: 'ES256', typ: 'JWT', kid })}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

async function post(
  needs: OauthNeeds,
  server: OauthServer,
  { url, clientId, fields }: { url: string; clientId: string; fields: Record<string, string> },
  call: Call,
) {
  const proof = await proofOf(needs, server, clientId);
  if ('kind' in proof) return proof;
  const body = new URLSearchParams({ ...fields, ...proof.fields }).toString();
  const headers = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
    ...proof.headers,
  };
  // Redirects aren't followed, so no code or token reaches another host.
  return needs.client.send({ method: 'POST', url, headers, body }, call);
}

/** Exchanges a code or refresh token. `invalid_grant` means that the person must consent again. */
export async function requestTokens(
  needs: OauthNeeds,
  server: OauthServer,
  { clientId, fields }: { clientId: string; fields: Record<string, string> },
  call: Call,
): Promise<{ kind: 'tokens'; tokens: Tokens } | Refused | Blocked> {
  const reply = await post(needs, server, { url: server.token_endpoint, clientId, fields }, call);
  if (reply.kind === 'refused') return reply;
  const blocked = blockedBy(reply, needs.clock.now());
  if (blocked) return blocked;
  if (reply.kind !== 'answered') return unexpectedReply("The store's sign-in server did not respond.");
  const body = jsonIn(reply.text);
  if (reply.status === 200 && Value.Check(Tokens, body)) return { kind: 'tokens', tokens: body };
  if (reply.status === 400 || reply.status === 401) {
    const code = Value.Check(OauthError, body) ? body.error.slice(0, 100) : String(reply.status);
    return refuse('login_failed', `The store's sign-in server rejected the request: ${code}.`);
  }
  return unexpectedReply(`The store's sign-in server returned ${reply.status} without tokens.`);
}

/** Revokes a token (RFC 7009). Unknown tokens count as revoked. */
export async function revokeToken(
  needs: OauthNeeds,
  server: OauthServer,
  { clientId, token, hint }: { clientId: string; token: string; hint: 'refresh_token' | 'access_token' },
  call: Call,
): Promise<{ kind: 'done' } | { kind: 'later'; message: string }> {
  const url = server.revocation_endpoint;
  if (url === undefined) return { kind: 'done' };
  const reply = await post(needs, server, { url, clientId, fields: { token, token_type_hint: hint } }, call);
  if (reply.kind === 'refused') return { kind: 'later', message: reply.message };
  const blocked = blockedBy(reply, needs.clock.now());
  if (blocked) return { kind: 'later', message: blocked.message };
  return { kind: 'done' };
}
