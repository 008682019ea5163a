import { Failure } from '../../../../kit/failure.ts';

/** It is usually ready again within moments. */
export const clockIsAdvancing = (): Failure =>
  new Failure('clock_advancing', 409, 'The clock is advancing. Try again when its status is ready.', {
    headers: { 'Retry-After': '1' },
  });
