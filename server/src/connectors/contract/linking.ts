import type { Blocked, Refused } from './buying.ts';
import type { Call } from './call.ts';

export interface LinkStartRequest {
  /** Where the store sends the person back to. */
  redirectUri: string;
  /** What comes back with the person: the caller knows by it whose link this is. */
  state: string;
  /** The SHA-256 of a secret that only the caller knows (PKCE, S256). */
  challenge: string;
  /** The account's session now; null: it was never linked. */
  session: string | null;
}

/** `pending` is the connector's own, to be kept sealed until the person comes back. */
export type LinkStarted = { kind: 'begun'; url: string; pending: string } | Refused | Blocked;

export interface LinkFinishRequest {
  pending: string;
  redirectUri: string;
  code: string;
  /** Who the answer says that it is from; compared with whom the person was sent to. */
  iss: string | null;
  /** The secret behind the challenge. */
  verifier: string;
  session: string | null;
}

export type Linked = { kind: 'linked'; session: string } | Refused | Blocked;

/**
 * Stores that let a person hand over an account without its password: the person agrees at the store's own page, and the
 * account's session holds what the store gave for it.
 */
export interface Linking {
  /** Whether the store knows this at all, as it says now. */
  isOffered(call: Call): Promise<boolean | Blocked>;
  begin(beginning: LinkStartRequest, call: Call): Promise<LinkStarted>;
  finish(ending: LinkFinishRequest, call: Call): Promise<Linked>;
  /** What a session holds; null when it holds no link. */
  describe(session: string): { issuer: string; scopes: string[] } | null;
  /** Tells the store that it is over. `later`: it could not be told yet. */
  revoke(session: string, call: Call): Promise<{ kind: 'done' } | { kind: 'later'; message: string }>;
}
