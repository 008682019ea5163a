import { Failure } from '../../../kit/failure.ts';

const types = 'https://paymentauth.org/problems/';

/** A missing or invalid payment, as a problem of the Payment scheme (RFC 9457). The response has new challenges. */
export class PaymentProblem extends Error {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: 'payment_required' | 'payment_failed';

  constructor(name: string, title: string, detail: string, more: { code?: 'payment_failed'; status?: number } = {}) {
    super(detail);
    this.name = 'PaymentProblem';
    this.type = types + name;
    this.title = title;
    this.status = more.status ?? 402;
    this.code = more.code ?? 'payment_required';
  }
}

export const paymentRequired = (): PaymentProblem =>
  new PaymentProblem(
    'payment-required',
    'Payment Required',
    'This call requires payment. Complete one of the challenges in WWW-Authenticate and send the request again.',
  );

export const malformedCredential = (what: string): PaymentProblem =>
  new PaymentProblem('malformed-credential', 'Malformed Credential', `The payment credential is malformed: ${what}.`);

export const invalidChallenge = (why: string): PaymentProblem =>
  new PaymentProblem('invalid-challenge', 'Invalid Challenge', `The challenge is invalid: ${why}.`);

export const foreignChallenge = (): PaymentProblem =>
  invalidChallenge('it was changed, or belongs to another request, body or server');

export const usedChallenge = (): PaymentProblem => invalidChallenge('it was already used');

export const paymentExpired = (expires: string): PaymentProblem =>
  new PaymentProblem('payment-expired', 'Payment Expired', `The challenge expired at ${expires}. Nothing was charged.`);

export const methodUnsupported = (method: string): PaymentProblem =>
  new PaymentProblem('method-unsupported', 'Method Unsupported', `This call cannot be paid with "${method}".`, {
    status: 400,
  });

export const paymentDeclined = (reason: string): PaymentProblem =>
  new PaymentProblem('verification-failed', 'Verification Failed', `The payment was declined: ${reason}.`, {
    code: 'payment_failed',
  });

export const actionRequired = (reason: string): PaymentProblem =>
  new PaymentProblem('payment-action-required', 'Payment Action Required', `Nothing was charged: ${reason}.`, {
    code: 'payment_failed',
  });

/** Never a 402: clients pay again after one. */
export const paymentOutcomeUnknown = (): Failure =>
  new Failure(
    'external_service_error',
    502,
    'The payment provider did not respond. Any charge will be refunded. Try again with a new challenge.',
  );

/** Never a 402 either: the charge may still succeed. */
export const paymentInProgress = (): Failure =>
  new Failure(
    'external_service_error',
    502,
    'The payment is still processing, so nothing was bought. Any charge will be refunded in full.',
  );

export const paymentAbandoned = (): Failure =>
  new Failure('service_unavailable', 503, 'The payment took too long. It will be refunded in full.', {
    headers: { 'Retry-After': '1' },
  });

export const orderNotCreated = (reason: string): Failure =>
  new Failure(
    'service_unavailable',
    503,
    `The order could not be placed, and the payment will be refunded in full: ${reason}`,
    {
      headers: { 'Retry-After': '60' },
    },
  );

export const emptyWallet = (): Failure =>
  new Failure(
    'bad_request',
    400,
    'This test product simulates an empty wallet. It has no effect on orders that are paid up front.',
  );
