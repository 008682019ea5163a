import { Failure } from '../../../kit/failure.ts';

export const topUpUnavailable = (why: string): Failure =>
  new Failure('top_up_unavailable', 409, `${why} An operator of this service can credit the wallet instead.`);

export const nothingToRefund = (): Failure =>
  new Failure(
    'nothing_to_refund',
    409,
    'Nothing of this top-up is unused: it was not paid, went back before, or is held or spent by orders.',
  );

export const providerUnavailable = (): Failure =>
  new Failure(
    'external_service_error',
    502,
    'The payment provider did not answer. Nothing was charged; read the top-up again in a minute, or try anew.',
  );

export const badSignature = (): Failure =>
  new Failure(
    'bad_request',
    400,
    'The signature of this event is missing, too old, or not that of STRIPE_WEBHOOK_SECRET.',
  );
