import { Failure } from '../../../../kit/failure.ts';

export const paymentClosed = (): Failure =>
  new Failure('payment_closed', 409, 'This payment has ended. It was paid, expired, or can no longer be completed.');
