import type Stripe from 'stripe';
import { fieldsOf } from '../kit/fields.ts';

interface Options {
  secretKey: string;
  apiBase: string;
}

const answerWithinMs = 20_000;

/** Stripe's client is loaded only if a key is configured. */
export async function createStripe({ secretKey, apiBase }: Options): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe');
  const { protocol, hostname, port } = new URL(apiBase);
  return new StripeClient(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    timeout: answerWithinMs,
    // Every write has an idempotency key, so retries are safe.
    maxNetworkRetries: 2,
    telemetry: false,
  });
}

/** Test money must not buy real things: a Stripe test key serves only the sandbox. */
export const stripeWorld = (secretKey: string): 'test' | 'live' => (/^[a-z]k_test_/.test(secretKey) ? 'test' : 'live');

/** Stripe understood the request and declined it. After any other error the outcome is unknown. */
export function isStripeRefusal(error: unknown): error is Error {
  const { type } = fieldsOf(error);
  return type === 'StripeCardError' || type === 'StripeInvalidRequestError';
}
