import type Stripe from 'stripe';
import type { Charge, PaymentMethod, Settlement } from './method.ts';

interface Options {
  secretKey: string;
  apiBase: string;
  /** The business profile that payers make their tokens out to. */
  networkId: string;
}

/** Shared payment tokens are a preview of Stripe's API. */
const apiVersion = '2026-07-29.preview';
const answerWithinMs = 20_000;
/** Stripe charges no less than half a dollar. */
const leastCents = 50;

/** Cards and wallets through Stripe: the payer sends a shared payment token, which is charged once. */
export async function createStripeMethod({ secretKey, apiBase, networkId }: Options): Promise<PaymentMethod> {
  const { default: StripeClient } = await import('stripe');
  const { protocol, hostname, port } = new URL(apiBase);
  const stripe = new StripeClient(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    timeout: answerWithinMs,
    // Every call names an idempotency key, so that asking again is safe.
    maxNetworkRetries: 2,
    telemetry: false,
  });

  async function charge({ paymentId, amount, proof }: Charge): Promise<Stripe.PaymentIntent> {
    const wanted: Stripe.PaymentIntentCreateParams & { shared_payment_granted_token: string } = {
      amount,
      currency: 'usd',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: { payment_id: paymentId },
      shared_payment_granted_token: proof,
    };
    return stripe.paymentIntents.create(wanted, { apiVersion, idempotencyKey: `charge-${paymentId}` });
  }

  return {
    name: 'stripe',
    // Test money must not buy real things: a test key of Stripe serves the sandbox.
    world: /^[a-z]k_test_/.test(secretKey) ? 'test' : 'live',
    currency: 'usd',
    leastCents,
    isLocal: false,
    offer: (amount, nonce) => ({
      amount: String(amount),
      currency: 'usd',
      methodDetails: { networkId, paymentMethodTypes: ['card'], nonce },
    }),
    verify(payload) {
      const { spt } = (payload ?? {}) as { spt?: unknown };
      return typeof spt === 'string' && /^spt_[A-Za-z0-9_]{1,250}$/.test(spt) ? spt : null;
    },
    async settle(wanted): Promise<Settlement> {
      const refused = (error: unknown): Settlement => {
        if (isRefusal(error)) return { kind: 'declined', reason: error.message.replace(/\.$/, '') };
        throw error;
      };
      const intent = await charge(wanted).catch(refused);
      if ('kind' in intent) return intent;
      switch (intent.status) {
        case 'succeeded':
          return { kind: 'settled', reference: intent.id };
        case 'requires_action':
        case 'requires_payment_method':
          await stripe.paymentIntents.cancel(intent.id, {}, { idempotencyKey: `cancel-${wanted.paymentId}` });
          return { kind: 'action_required', reason: 'the payer has to confirm it with their bank first' };
        case 'canceled':
          return { kind: 'declined', reason: 'It was cancelled' };
        default:
          throw new Error(`The charge ${intent.id} is ${intent.status}: whether it succeeds is not known yet.`);
      }
    },
    async refund({ refundId, amount, reference }) {
      const wanted = { payment_intent: reference, amount, metadata: { refund_id: refundId } };
      const refund = await stripe.refunds.create(wanted, { idempotencyKey: `refund-${refundId}` });
      if (refund.status === 'failed' || refund.status === 'canceled') {
        throw new Error(`Stripe did not carry out the refund ${refund.id}: ${refund.failure_reason ?? refund.status}.`);
      }
      return refund.id;
    },
  };
}

/** Stripe understood the charge and will not make it; every other error leaves doubt. */
function isRefusal(error: unknown): error is Error {
  const { type } = error as Partial<Stripe.errors.StripeError>;
  return type === 'StripeCardError' || type === 'StripeInvalidRequestError';
}
