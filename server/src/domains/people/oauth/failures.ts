import { Failure } from '../../../kit/failure.ts';

/** An OAuth error (RFC 6749, section 5.2; RFC 7591, section 3.2.2). */
export class OauthProblem extends Error {
  readonly error: string;

  constructor(error: string, description: string) {
    super(description);
    this.name = 'OauthProblem';
    this.error = error;
  }
}

export const invalidRequest = (words: string) => new OauthProblem('invalid_request', words);
export const invalidMetadata = (words: string) => new OauthProblem('invalid_client_metadata', words);
export const invalidRedirect = () =>
  new OauthProblem(
    'invalid_redirect_uri',
    'Every redirect_uri must be https, http on a loopback address, or a reverse-domain app scheme (com.example.app:/…).',
  );
/** The same response for a code that is unknown, used, expired or another program's. */
export const invalidGrant = () =>
  new OauthProblem('invalid_grant', 'This code is invalid, already used or expired, or it belongs to another app.');
export const unsupportedGrant = () =>
  new OauthProblem('unsupported_grant_type', 'grant_type must be authorization_code.');
export const invalidScope = () => new OauthProblem('invalid_scope', 'scope can be read, order or both.');
export const invalidTarget = () => new OauthProblem('invalid_target', "resource must be this service's /mcp URL.");

export const requestClosed = (): Failure =>
  new Failure('action_closed', 409, 'This request was already answered or has expired. Start again in the app.');
