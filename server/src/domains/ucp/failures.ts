import { Failure } from '../../kit/failure.ts';

export const checkoutClosed = (): Failure =>
  new Failure('checkout_closed', 409, 'This checkout was completed or called off. Open a new one.');

export const checkoutChanged = (): Failure =>
  new Failure('checkout_changed', 409, 'Another request changed this checkout meanwhile. Read it and try again.');

export const checkoutNotReady = (): Failure =>
  new Failure('checkout_not_ready', 409, 'This checkout is not ready: its messages say what is missing.');

export const instrumentNotOffered = (): Failure =>
  new Failure(
    'payment_instrument_unavailable',
    409,
    'Pay with the handler that the checkout lists: the wallet of your key.',
  );
