import { Failure } from '../../../kit/failure.ts';

/** A refusal in the protocol's own words (RFC 6749, section 5.2; RFC 7591, section 3.2.2). */
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
/** Unknown, used, too old, or of another program: all answered alike. */
export const invalidGrant = () =>
  new OauthProblem('invalid_grant', 'This code is unknown, used or too old, or it is of another program.');
export const unsupportedGrant = () =>
  new OauthProblem('unsupported_grant_type', 'grant_type has to be authorization_code.');
export const invalidScope = () => new OauthProblem('invalid_scope', 'scope can be read, order or both.');
export const invalidTarget = () => new OauthProblem('invalid_target', 'resource has to be the address of /mcp here.');

export const requestClosed = (): Failure =>
  new Failure('action_closed', 409, 'This was decided already, or it is too old. Let the program ask again.');
