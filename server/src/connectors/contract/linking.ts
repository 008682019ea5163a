import type { Blocked, Refused } from './buying.ts';
import type { Call } from './call.ts';

export interface LinkStartRequest {
  /** Where the store sends the person back to. */
  redirectUri: string;
  /** Identifies the link when the person returns. */
  state: string;
  /** PKCE challenge (S256). */
  challenge: string;
  /** The account's session now; null: it was never linked. */
  session: string | null;
}

/** `pending` is the connector's own data, stored encrypted until the person returns. */
export type LinkStarted = { kind: 'begun'; url: string; pending: string } | Refused | Blocked;

export interface LinkFinishRequest {
  pending: string;
  redirectUri: string;
  code: string;
  /** Issuer in the response, compared with the expected one. */
  iss: string | null;
  /** PKCE verifier. */
  verifier: string;
  session: string | null;
}

export type Linked = { kind: 'linked'; session: string } | Refused | Blocked;

/**
 * Account linking without a password: the person consents at the store, and the account's session stores the tokens.
 */
export interface Linking {
  /** Whether the store offers linking now. */
  isOffered(call: Call): Promise<boolean | Blocked>;
  begin(beginning: LinkStartRequest, call: Call): Promise<LinkStarted>;
  finish(ending: LinkFinishRequest, call: Call): Promise<Linked>;
  /** Describes the link in a session, or null. */
  describe(session: string): { issuer: string; scopes: string[] } | null;
  /** Revokes the link at the store. `later`: try again. */
  revoke(session: string, call: Call): Promise<{ kind: 'done' } | { kind: 'later'; message: string }>;
}
