import type { Clock } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import type { Db } from '../../../platform/database/index.ts';
import { invalidMetadata, invalidRedirect } from './failures.ts';
import { isRedirectUri } from './model.ts';
import { type ClientRow, insertClient } from './sql.ts';

const nameLengthMax = 100;
const redirectsMax = 10;

/** Registers a program by its name and redirect URIs. It gets an id and no secret. */
export async function registerClient(
  { db, clock }: { db: Db; clock: Clock },
  metadata: Record<string, unknown>,
): Promise<ClientRow> {
  const { client_name: name = 'An app', redirect_uris: redirects, token_endpoint_auth_method: method } = metadata;
  if (typeof name !== 'string' || name.trim() === '' || name.length > nameLengthMax) {
    throw invalidMetadata(`client_name must be at most ${nameLengthMax} characters.`);
  }
  if (method !== undefined && method !== 'none') {
    throw invalidMetadata('token_endpoint_auth_method must be none. Apps authenticate with PKCE.');
  }
  if (!Array.isArray(redirects) || redirects.length === 0 || redirects.length > redirectsMax) throw invalidRedirect();
  if (!redirects.every((each): each is string => typeof each === 'string' && isRedirectUri(each))) {
    throw invalidRedirect();
  }
  const row = { id: newId(), name: name.trim(), redirect_uris: redirects, created_at: clock.now() };
  await insertClient(db, row);
  return row;
}
