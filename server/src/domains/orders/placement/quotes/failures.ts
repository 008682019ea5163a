import { secondMs } from '../../../../kit/clock.ts';
import { Failure } from '../../../../kit/failure.ts';

export const quoteRefused = (errorType: string, message: string): Failure =>
  new Failure('quote_refused', 409, message, { details: { error_type: errorType } });

/** Reasons that pass by themselves. A locked account is also `blocked`, but waits for its owner. */
const temporaryReasons = new Set(['retailer_unavailable', 'retailer_rate_limited', 'timed_out']);
const defaultRetryMs = 30 * secondMs;

/** The store may answer a little later. */
export function quoteBlocked(errorType: string, message: string, retryAfterMs?: number): Failure {
  const retryable = retryAfterMs !== undefined || temporaryReasons.has(errorType);
  if (!retryable) return quoteRefused(errorType, message);
  return new Failure('quote_refused', 409, message, {
    details: { error_type: errorType },
    headers: { 'Retry-After': String(Math.ceil((retryAfterMs ?? defaultRetryMs) / secondMs)) },
    retryable,
  });
}
