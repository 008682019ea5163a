import { Failure, Invalid } from '../../../kit/failure.ts';

export const authorizationPending = () =>
  new Failure(
    'authorization_pending',
    400,
    'Nobody has approved this request yet. Poll again after `interval` seconds.',
  );
export const slowDown = () =>
  new Failure('slow_down', 400, 'Too many requests. Wait `interval` seconds between requests.');
export const accessDenied = () => new Failure('access_denied', 400, "The user denied this app's request for a key.");
export const expiredToken = () =>
  new Failure(
    'expired_token',
    400,
    'This device code is invalid, already used or expired. Start again with POST /device/code.',
  );

/** A person can grant fewer scopes than requested, never more. */
export const scopeNotRequested = (): Invalid =>
  new Invalid([{ loc: ['body', 'scopes'], msg: 'Choose only scopes that the app requested', type: 'value_error' }]);
