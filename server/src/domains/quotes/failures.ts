import { Failure } from '../../kit/failure.ts';

export const quoteRefused = (errorType: string, message: string, retryAfterMs?: number): Failure =>
  new Failure('quote_refused', 409, message, {
    details: { error_type: errorType },
    ...(retryAfterMs === undefined ? {} : { headers: { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) } }),
  });
