import { Failure } from '../../../../kit/failure.ts';

export const paymentClosed = (): Failure =>
  new Failure('payment_closed', 409, 'This payment is over: it was paid, ran out, or cannot be carried out any more.');
