import { Failure } from '../../../kit/failure.ts';
import type { SignatureFault } from '../../../platform/message-signatures.ts';

declare module '../../../kit/failure.ts' {
  interface FailureCodes extends Record<SignatureFault, true> {
    invalid_profile_url: true;
    profile_unreachable: true;
  }
}

export const checkoutClosed = (): Failure =>
  new Failure('checkout_closed', 409, 'This checkout was completed or canceled. Open a new one.');

export const checkoutChanged = (): Failure =>
  new Failure('checkout_changed', 409, 'Another request changed this checkout. Fetch the checkout again and retry.');

export const checkoutNotReady = (): Failure =>
  new Failure('checkout_not_ready', 409, 'This checkout is not ready. See `messages` for what is missing.');

export const instrumentNotOffered = (): Failure =>
  new Failure(
    'payment_instrument_unavailable',
    409,
    "Use the payment handler listed in the checkout. It charges your key's wallet.",
  );

export const invalidProfileUrl = (): Failure =>
  new Failure('invalid_profile_url', 400, 'A signed request must include its profile: UCP-Agent: profile="https://…".');

export const profileUnreachable = (reason: string): Failure =>
  new Failure('profile_unreachable', 424, `The profile that the request names cannot be read: ${reason}`);

export const signatureRefused = (code: SignatureFault, status: number, reason: string): Failure =>
  new Failure(code, status, `The signature is not valid: ${reason}.`);

export const buyerUnknown = (): Failure =>
  new Failure(
    'unauthorized',
    401,
    'Send a key as a bearer token, or sign the request with the key of the profile that UCP-Agent names.',
    { headers: { 'WWW-Authenticate': 'Bearer realm="ucp"' } },
  );

export const keyRequired = (): Failure =>
  new Failure(
    'unauthorized',
    401,
    'Send an API key as a bearer token. Agents without a key can only order over REST.',
    {
      headers: { 'WWW-Authenticate': 'Bearer realm="ucp"' },
    },
  );
