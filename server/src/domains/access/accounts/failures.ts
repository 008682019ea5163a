import { Failure, Invalid } from '../../../kit/failure.ts';

/** The same response for keys that are missing, malformed, unknown, revoked or expired. */
export const unauthorized = (): Failure =>
  new Failure('unauthorized', 401, 'Send a valid API key as "Authorization: Bearer svc_…".', {
    headers: { 'WWW-Authenticate': 'Bearer realm="errand"' },
  });

/** For actions of signed-in people only. */
export const notSignedIn = (): Failure =>
  new Failure('unauthorized', 401, 'This requires a signed-in user. API keys are not accepted.', {
    headers: { 'WWW-Authenticate': 'Session realm="errand"' },
    nextStep: 'Sign in to the dashboard, or run errand api with --as <your email>.',
  });

export const operatorRequired = (): Failure =>
  new Failure('forbidden', 403, 'Only operators can do this. Add your email address to OPERATOR_EMAILS.');

export const roleMissing = (role: string, least: string): Failure =>
  new Failure('forbidden', 403, `Your role on this account is ${role}. This requires the ${least} role.`, {
    details: { reason: 'role', role, required_role: least },
  });

/** Without the stored response, nothing says whether the body is the same. */
export const keyAlreadyCreated = (): Failure =>
  new Failure('already_exists', 409, 'This idempotency key already created a key. Use a new one.');

/** They were removed, or their role changed, while their request was on its way. */
export const ownerNoLonger = (): Failure =>
  new Failure('forbidden', 403, 'You are no longer an owner of this account.', { details: { reason: 'role' } });

export const secondFactorRequired = (isEnrolled: boolean): Failure =>
  new Failure(
    'forbidden',
    403,
    isEnrolled
      ? 'This moves real money. Enter an authenticator code under Two-factor authentication (/app/operator/second-factor), then try again.'
      : 'This moves real money and requires a second factor. Set one up under Two-factor authentication (/app/operator/second-factor), then try again.',
    { details: { reason: isEnrolled ? 'second_factor_needed' : 'second_factor_not_set_up' } },
  );

export const keyLimitedToOrder = (): Failure =>
  new Failure('forbidden', 403, 'This key can only read its own order and timeline, or cancel the order.');

export const scopeMissing = (scope: string): Failure =>
  new Failure('forbidden', 403, `This key is missing the "${scope}" scope.`, {
    details: { required_scope: scope },
  });

export const addressNotAllowed = (): Failure =>
  new Failure('forbidden', 403, 'This key cannot be used from this IP address.');

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
  new Failure('rate_limit_exceeded', 429, `Too many requests. Wait ${retryAfterSeconds} s and try again.${hint}`, {
    headers: {
      'Retry-After': String(retryAfterSeconds),
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(Math.ceil(resetAt.getTime() / 1000)),
    },
  });

export const spendLimitExceeded = (message: string): Failure => new Failure('spend_limit_exceeded', 403, message);
