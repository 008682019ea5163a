import { Failure } from '../../../kit/failure.ts';

export const topUpUnavailable = (why: string): Failure =>
  new Failure('top_up_unavailable', 409, `${why} An operator can credit the wallet instead.`);

export const nothingToRefund = (): Failure =>
  new Failure(
    'nothing_to_refund',
    409,
    'This top-up has nothing left to refund. It was not paid, it was refunded, or its funds are on hold or spent.',
  );

export const providerUnavailable = (): Failure =>
  new Failure(
    'external_service_error',
    502,
    'The payment provider did not respond. Nothing was charged. Check the top-up in a minute, or try again.',
  );

export const badSignature = (): Failure =>
  new Failure(
    'bad_request',
    400,
    "This event's signature is missing or expired, or does not match STRIPE_WEBHOOK_SECRET.",
  );
