import type Stripe from 'stripe';
import { fieldsOf } from '../kit/fields.ts';

interface Options {
  secretKey: string;
  apiBase: string;
}

const answerWithinMs = 20_000;

/** Stripe's client is loaded only where a key is configured. */
export async function createStripe({ secretKey, apiBase }: Options): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe');
  const { protocol, hostname, port } = new URL(apiBase);
  return new StripeClient(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    timeout: answerWithinMs,
    // Every call that changes something names an idempotency key, so that asking again is safe.
    maxNetworkRetries: 2,
    telemetry: false,
  });
}

/** Test money must not buy real things: a test key of Stripe serves the sandbox. */
export const stripeWorld = (secretKey: string): 'test' | 'live' => (/^[a-z]k_test_/.test(secretKey) ? 'test' : 'live');

/** Stripe understood the request and will not carry it out; every other error leaves doubt. */
export function isStripeRefusal(error: unknown): error is Error {
  const { type } = fieldsOf(error);
  return type === 'StripeCardError' || type === 'StripeInvalidRequestError';
}
