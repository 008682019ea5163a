import { Failure } from '../../../../kit/failure.ts';

/** It is ready again within moments, as a rule. */
export const clockIsAdvancing = (): Failure =>
  new Failure('clock_advancing', 409, 'The clock is advancing. Try again when its status is ready.', {
    headers: { 'Retry-After': '1' },
  });
