import { Failure, Invalid, notFound } from '../../kit/failure.ts';
import { tooManyRequests } from '../access/accounts/index.ts';
import { advanceDaysMax, clocksMax } from './clock-model.ts';

/** The daily cap. A retry before it resets does not help. */
export const mintCapReached = (cap: number, retryAfterSeconds: number, resetAt: Date): Failure => {
  const refusal = tooManyRequests(cap, retryAfterSeconds, resetAt);
  const message = `The daily limit of ${cap} sandbox keys has been reached. Reuse a key, or wait until ${resetAt.toISOString()}.`;
  return new Failure(refusal.code, refusal.status, message, { headers: refusal.headers });
};

/** No key without a count: the limiter fails closed. */
export const mintingUnavailable = (): Failure =>
  new Failure('service_unavailable', 503, 'Sandbox keys are not available right now. Try again in a few seconds.', {
    headers: { 'Retry-After': '5' },
  });

export const clockUnknown = (): Failure => notFound();

export const tooManyClocks = (): Failure =>
  new Failure(
    'clock_limit_reached',
    409,
    `An account can have up to ${clocksMax} test clocks. Delete one you no longer need.`,
  );

const invalid = (loc: string[], msg: string): Invalid => new Invalid([{ loc, msg, type: 'value_error' }]);

export const frozenTooFar = (): Invalid =>
  invalid(['body', 'frozen_at'], `Value should be within ${advanceDaysMax} days of now`);

export const tooFar = (now: Date): Invalid =>
  invalid(
    ['body', 'to'],
    `Value should be at most ${advanceDaysMax} days after the clock's time (${now.toISOString()})`,
  );

export const oneTarget = (): Invalid => invalid(['body'], 'Send either to or by_seconds');

export const cannotAdvance = (message: string): Failure => new Failure('bad_request', 400, message);

/** The same answer for all three, so that only the owner learns who claimed a sandbox. */
export const nothingToClaim = (): Failure =>
  new Failure(
    'not_found',
    404,
    'This claim link is not valid. It was already used or is mistyped, or the sandbox expired after 7 days of inactivity.',
  );
