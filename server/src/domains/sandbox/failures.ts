import { Failure } from '../../kit/failure.ts';

/** Without a count there is no key: the limiter fails closed. */
export const mintingUnavailable = (): Failure =>
  new Failure('service_unavailable', 503, 'Sandbox keys cannot be minted just now: try again in a few seconds.', {
    headers: { 'Retry-After': '5' },
  });

export const cannotAdvance = (message: string): Failure => new Failure('bad_request', 400, message);
