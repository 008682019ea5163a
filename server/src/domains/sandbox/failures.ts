import { Failure } from '../../kit/failure.ts';
import { tooManyRequests } from '../access/accounts/index.ts';

/** The daily cap: there is no point in trying again before it resets. */
export const mintCapReached = (cap: number, retryAfterSeconds: number, resetAt: Date): Failure => {
  const refusal = tooManyRequests(cap, retryAfterSeconds, resetAt);
  const message = `Today's ${cap} sandbox keys have been created. Reuse a key, or wait until ${resetAt.toISOString()}.`;
  return new Failure(refusal.code, refusal.status, message, { headers: refusal.headers });
};

/** Without a count there is no key: the limiter fails closed. */
export const mintingUnavailable = (): Failure =>
  new Failure('service_unavailable', 503, 'Sandbox keys are not available right now. Try again in a few seconds.', {
    headers: { 'Retry-After': '5' },
  });

export const cannotAdvance = (message: string): Failure => new Failure('bad_request', 400, message);

/** One answer for all three: only its owner learns whose a sandbox became. */
export const nothingToClaim = (): Failure =>
  new Failure(
    'not_found',
    404,
    'This claim link is not valid. It was used, its sandbox expired after 7 idle days, or it is mistyped.',
  );
