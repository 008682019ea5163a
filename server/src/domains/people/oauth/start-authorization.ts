import { type Clock, plusMs } from '../../../kit/clock.ts';
import { isUuid, newId } from '../../../kit/ids.ts';
import type { Db } from '../../../platform/database/index.ts';
import { namedText } from '../../orders/orders/index.ts';
import {
  invalidMetadata,
  invalidRedirect,
  invalidRequest,
  invalidScope,
  invalidTarget,
  OauthProblem,
} from './failures.ts';
import { challengePattern, isRedirectUri, isRegistered, requestMs, scopesFrom } from './model.ts';
import { type ClientRow, findClient, insertClient, insertRequest } from './sql.ts';

const nameLengthMax = 100;
const redirectsMax = 10;

/** Registers a program by its name and redirect URIs. It gets an id and no secret. */
export async function registerClient(
  { db, clock }: { db: Db; clock: Clock },
  metadata: Record<string, unknown>,
): Promise<ClientRow> {
  const { client_name: name = 'A program', redirect_uris: redirects, token_endpoint_auth_method: method } = metadata;
  // People read the name before they decide: it must not break or reorder the text around it.
  const shownName = namedText(name);
  if (typeof name !== 'string' || shownName === null || name.length > nameLengthMax) {
    throw invalidMetadata(`client_name must be at most ${nameLengthMax} characters.`);
  }
  if (method !== undefined && method !== 'none') {
    throw invalidMetadata('token_endpoint_auth_method must be none. Apps authenticate with PKCE.');
  }
  if (!Array.isArray(redirects) || redirects.length === 0 || redirects.length > redirectsMax) throw invalidRedirect();
  if (!redirects.every((each): each is string => typeof each === 'string' && isRedirectUri(each))) {
    throw invalidRedirect();
  }
  const row = { id: newId(), name: shownName, redirect_uris: redirects, created_at: clock.now() };
  await insertClient(db, row);
  return row;
}

interface Needs {
  db: Db;
  clock: Clock;
  publicUrl: string;
}

const stateLengthMax = 1000;

/**
 * Starts an authorization and returns its ID. Anyone can register a program, so an error never redirects to one: that
 * would make this service an open redirector (RFC 9700, section 4.11.2). Only the person's decision does.
 */
export async function startAuthorization(needs: Needs, query: Record<string, unknown>): Promise<string> {
  const text = (name: string): string | undefined => {
    const value = query[name];
    return typeof value === 'string' ? value : undefined;
  };
  const clientId = text('client_id') ?? '';
  const client = isUuid(clientId) ? await findClient(needs.db, clientId.toLowerCase()) : null;
  if (!client) throw invalidRequest('No app with this client_id is registered.');
  const redirectUri = text('redirect_uri') ?? client.redirect_uris[0] ?? '';
  if (!isRegistered(client.redirect_uris, redirectUri)) {
    throw invalidRequest('The app did not register this redirect_uri.');
  }
  const state = text('state') ?? null;
  if (state !== null && state.length > stateLengthMax) throw invalidRequest('state is too long.');
  const asked = checkAuthorizeRequest(needs, text);
  const now = needs.clock.now();
  const id = newId();
  const row = { id, client_id: client.id, redirect_uri: redirectUri, state, ...asked };
  await insertRequest(needs.db, { ...row, created_at: now, expires_at: plusMs(now, requestMs) });
  return id;
}

function checkAuthorizeRequest({ publicUrl }: Needs, text: (name: string) => string | undefined) {
  if (text('response_type') !== 'code') {
    throw new OauthProblem('unsupported_response_type', 'response_type must be code.');
  }
  const challenge = text('code_challenge') ?? '';
  if (text('code_challenge_method') !== 'S256' || !challengePattern.test(challenge)) {
    throw invalidRequest('PKCE is required. Send code_challenge, and S256 as code_challenge_method.');
  }
  const resource = text('resource');
  if (resource !== undefined && !isOurResource(publicUrl, resource)) throw invalidTarget();
  const scopes = scopesFrom(text('scope'));
  if (scopes === null) throw invalidScope();
  return { challenge, scopes };
}

/**
 * Whether the resource belongs to this service: a key works for all of it, but a program asks for the part it knows.
 */
export function isOurResource(publicUrl: string, resource: string): boolean {
  return URL.canParse(resource) && new URL(resource).origin === new URL(publicUrl).origin;
}
