import { Failure, Invalid } from '../../../kit/failure.ts';

/** Missing, malformed, unknown, revoked and expired keys are answered all alike. */
export const unauthorized = (): Failure =>
  new Failure('unauthorized', 401, 'A valid API key is needed: send it as "Authorization: Bearer svc_…".', {
    headers: { 'WWW-Authenticate': 'Bearer realm="errand"' },
  });

/** For what a person does on the web: no key opens it. */
export const notSignedIn = (): Failure =>
  new Failure('unauthorized', 401, 'Sign in on the web for this; an API key does not open it.', {
    headers: { 'WWW-Authenticate': 'Session realm="errand"' },
  });

export const operatorRequired = (): Failure =>
  new Failure('forbidden', 403, 'This is for operators: OPERATOR_EMAILS has to name your address.');

export const roleMissing = (role: string, least: string): Failure =>
  new Failure(
    'forbidden',
    403,
    `Your role on this account is ${role}: this takes ${least === 'owner' ? 'an' : 'a'} ${least}.`,
    {
      details: { reason: 'role', role, required_role: least },
    },
  );

export const secondFactorRequired = (isEnrolled: boolean): Failure =>
  new Failure(
    'forbidden',
    403,
    isEnrolled
      ? 'This moves live money. Enter a code of your authenticator on the page "Second factor" (/app/operator/second-factor), then try again.'
      : 'This moves live money and needs a second factor. Set up an authenticator on the page "Second factor" (/app/operator/second-factor), then try again.',
    { details: { reason: isEnrolled ? 'second_factor_needed' : 'second_factor_not_set_up' } },
  );

export const keyLimitedToOrder = (): Failure =>
  new Failure('forbidden', 403, 'This key is good for its one order only: read it, read its timeline, or cancel it.');

export const scopeMissing = (scope: string): Failure =>
  new Failure('forbidden', 403, `This key may not do that: it needs the scope "${scope}".`, {
    details: { required_scope: scope },
  });

export const addressNotAllowed = (): Failure =>
  new Failure('forbidden', 403, 'This key may not be used from this network address.');

export const expiryInPast = (): Invalid =>
  new Invalid([{ loc: ['body', 'expires_at'], msg: 'Input should be in the future', type: 'value_error' }]);

export const invalidAddressRange = (index: number): Invalid =>
  new Invalid([
    {
      loc: ['body', 'allowed_addresses', index],
      msg: 'Input should be an IP address or a CIDR range, such as 203.0.113.0/24',
      type: 'value_error',
    },
  ]);

export const invalidOrigin = (index: number): Invalid =>
  new Invalid([
    {
      loc: ['body', 'allowed_origins', index],
      msg: 'Input should be an origin without a path, such as https://shop.example.com, or *',
      type: 'value_error',
    },
  ]);

export const tooManyRequests = (limit: number, retryAfterSeconds: number, resetAt: Date, hint = ''): Failure =>
  new Failure(
    'rate_limit_exceeded',
    429,
    `Too many requests: wait ${retryAfterSeconds} s before the next one.${hint}`,
    {
      headers: {
        'Retry-After': String(retryAfterSeconds),
        'X-RateLimit-Limit': String(limit),
        'X-RateLimit-Remaining': '0',
        'X-RateLimit-Reset': String(Math.ceil(resetAt.getTime() / 1000)),
      },
    },
  );

export const spendLimitExceeded = (message: string): Failure => new Failure('spend_limit_exceeded', 403, message);
