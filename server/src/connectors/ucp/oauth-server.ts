import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { jsonIn } from '../../kit/fields.ts';
import type { Blocked, Call } from '../contract.ts';
import type { StoreClient } from '../store-client.ts';
import { unexpectedReply } from './discovery.ts';

/** Where a store's customers sign in (RFC 8414). */
const Metadata = Type.Object({
  issuer: Type.String({ minLength: 1 }),
  authorization_endpoint: Type.String(),
  token_endpoint: Type.String(),
  revocation_endpoint: Type.Optional(Type.String()),
  scopes_supported: Type.Optional(Type.Array(Type.String())),
  code_challenge_methods_supported: Type.Optional(Type.Array(Type.String())),
  token_endpoint_auth_methods_supported: Type.Optional(Type.Array(Type.String())),
  token_endpoint_auth_signing_alg_values_supported: Type.Optional(Type.Array(Type.String())),
});
export type OauthServer = Static<typeof Metadata>;

const Resource = Type.Object({
  resource: Type.String(),
  authorization_servers: Type.Array(Type.String(), { minItems: 1 }),
});

type Read = { kind: 'read'; body: unknown } | { kind: 'none' } | Blocked;

/** Only a 404 means "none". Any other failure ends discovery, so it can't be manipulated. */
async function read(client: StoreClient, url: string, call: Call): Promise<Read> {
  const reply = await client.send({ method: 'GET', url, headers: { accept: 'application/json' } }, call);
  if (reply.kind === 'unreachable') return unexpectedReply(`${url} could not be read: ${reply.message}`);
  if (reply.status === 404) return { kind: 'none' };
  const body = reply.status >= 200 && reply.status < 300 ? jsonIn(reply.text) : undefined;
  return body === undefined ? unexpectedReply(`${url} returned ${reply.status} without JSON.`) : { kind: 'read', body };
}

/** The authorization server: the one that the store names, or the store itself. */
export async function issuerOf(client: StoreClient, origin: string, call: Call): Promise<string | Blocked> {
  const found = await read(client, `${origin}/.well-known/oauth-protected-resource`, call);
  if (found.kind === 'blocked') return found;
  if (found.kind === 'none') return origin;
  if (!Value.Check(Resource, found.body)) return unexpectedReply('The store does not name its sign-in server.');
  // Ignore metadata of another resource.
  if (URL.parse(found.body.resource)?.origin !== origin)
    return unexpectedReply("The store's sign-in metadata is for a different resource.");
  return found.body.authorization_servers[0] ?? origin;
}

/** The issuer's metadata. Its `issuer` must match exactly. */
export async function serverOf(client: StoreClient, issuer: string, call: Call): Promise<OauthServer | Blocked> {
  const url = URL.parse(issuer);
  if (url?.search !== '' || url.hash !== '') return unexpectedReply(`${issuer} is not a sign-in server URL.`);
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  let found = await read(client, `${url.origin}/.well-known/oauth-authorization-server${path}`, call);
  if (found.kind === 'none') found = await read(client, `${url.origin}${path}/.well-known/openid-configuration`, call);
  if (found.kind === 'blocked') return found;
  if (found.kind === 'none' || !Value.Check(Metadata, found.body)) {
    return unexpectedReply(`${issuer} does not publish its sign-in settings.`);
  }
  const server = found.body;
  if (server.issuer !== issuer)
    return unexpectedReply(`${issuer} identifies itself as ${server.issuer}, so Errand does not trust it.`);
  const endpoints = [server.authorization_endpoint, server.token_endpoint, server.revocation_endpoint];
  const isSafe = endpoints.every((endpoint) => endpoint === undefined || isSafeEndpoint(endpoint, url.protocol));
  return isSafe ? server : unexpectedReply(`${issuer} has a missing or unencrypted URL.`);
}

/** HTTPS, or plain HTTP if the store itself uses it (on an allowed private network). */
function isSafeEndpoint(endpoint: string, protocol: string): boolean {
  const url = URL.parse(endpoint);
  return url !== null && url.hash === '' && (url.protocol === 'https:' || url.protocol === protocol);
}
