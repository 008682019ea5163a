import { Failure, Invalid } from '../../../kit/failure.ts';

export const authorizationPending = () =>
  new Failure('authorization_pending', 400, 'Nobody has approved this yet. Ask again after the interval.');
export const slowDown = () =>
  new Failure('slow_down', 400, 'Asked too often. Wait as many seconds as interval says between two requests.');
export const accessDenied = () => new Failure('access_denied', 400, 'A person refused to give this program a key.');
export const expiredToken = () =>
  new Failure('expired_token', 400, 'This device code is unknown, used or too old. Begin anew with POST /device/code.');

/** A person can give less than a program asked for, never more. */
export const scopeNotRequested = (): Invalid =>
  new Invalid([{ loc: ['body', 'scopes'], msg: 'Choose only scopes that the program asked for', type: 'value_error' }]);
