import { Failure, Invalid } from '../../kit/failure.ts';

export const mailNotSent = (): Failure =>
  new Failure('service_unavailable', 503, 'The mail could not be sent just now: try again in a minute.', {
    headers: { 'Retry-After': '60' },
  });

export const foreignPage = (): Failure =>
  new Failure('forbidden', 403, 'Signing in and out works from the pages of this service only.');

export const unusableAddress = (): Invalid =>
  new Invalid([{ loc: ['body', 'email'], msg: 'Input should be a valid email address', type: 'value_error' }]);
