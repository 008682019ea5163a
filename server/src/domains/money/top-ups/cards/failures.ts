import { Failure, Invalid } from '../../../../kit/failure.ts';

declare module '../../../../kit/failure.ts' {
  interface FailureCodes {
    cards_unavailable: true;
  }
}

export const cardsUnavailable = (): Failure =>
  new Failure('cards_unavailable', 409, 'This service does not accept cards. Pay from the wallet instead.');

export const cardDeclined = (reason: string, cardId: string): Failure =>
  new Failure('payment_failed', 402, `${reason}. Nothing was bought. Use another card, or pay from the wallet.`, {
    details: { payment_method: cardId },
  });

export const cardOutcomeUnknown = (): Failure =>
  new Failure(
    'external_service_error',
    502,
    'Stripe did not respond. Nothing was bought. Send the order again with the same idempotency key.',
    { retryable: true },
  );

/** The request took too long, and the authorization was released before the order was written. */
export const authorizationLost = (): Failure =>
  new Failure(
    'service_unavailable',
    503,
    'The card authorization was released before the order was saved. Try again.',
    {
      headers: { 'retry-after': '5' },
      retryable: true,
    },
  );

const problem = (field: string, msg: string, type = 'value_error'): Invalid =>
  new Invalid([{ loc: ['body', 'payment', field], msg, type }]);

export const unknownCard = (): Invalid =>
  problem('payment_method', "Value should be one of this account's saved cards");
export const noSavedCard = (): Invalid =>
  problem('payment_method', 'You have no saved cards. Add one with POST /wallet/cards', 'missing');
export const tooSmallForCard = (): Invalid =>
  problem('mode', 'The minimum card payment is 50 cents. max_price plus the fee is less than that');

export const setupPageUnavailable = (): Failure =>
  new Failure('external_service_error', 502, 'Stripe did not respond. No card was saved. Try again in a minute.');
