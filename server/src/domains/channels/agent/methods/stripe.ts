import type Stripe from 'stripe';
import { minuteMs } from '../../../../kit/clock.ts';
import { fieldsOf } from '../../../../kit/fields.ts';
import { createStripe, isStripeRefusal, stripeWorld } from '../../../../platform/stripe.ts';
import type {
  Charge,
  ChargeLookup,
  CompletedCharge,
  PaymentMethod,
  Refund,
  RefundOutcome,
  Settlement,
} from './method.ts';

interface Options {
  secretKey: string;
  apiBase: string;
  /** The business profile that payers create tokens for. */
  networkId: string;
  /** Our name in the metadata, since several services may share a Stripe account. */
  service: string;
}

/** Shared payment tokens are a preview of Stripe's API. */
const apiVersion = '2026-07-29.preview';
/** Stripe's minimum charge. */
const minCents = 50;
/** Stripe's clock may differ from ours. */
const lookupMarginMs = 10 * minuteMs;

/** Cards and wallets through Stripe: the payer sends a shared payment token, which is charged once. */
export async function createStripeMethod({ secretKey, apiBase, networkId, service }: Options): Promise<PaymentMethod> {
  const stripe = await createStripe({ secretKey, apiBase });
  return {
    name: 'stripe',
    world: stripeWorld(secretKey),
    currency: 'usd',
    minCents,
    isLocal: false,
    offer: (amount, nonce) => ({
      amount: String(amount),
      currency: 'usd',
      methodDetails: { networkId, paymentMethodTypes: ['card'], nonce },
    }),
    verify(payload) {
      const { spt } = fieldsOf(payload);
      return typeof spt === 'string' && /^spt_[A-Za-z0-9_]{1,250}$/.test(spt) ? spt : null;
    },
    async settle(wanted) {
      const refused = (error: unknown): Settlement => {
        if (isStripeRefusal(error)) return { kind: 'declined', reason: error.message.replace(/\.$/, '') };
        throw error;
      };
      const intent = await charge(stripe, wanted, service).catch(refused);
      return 'kind' in intent ? intent : settlementOf(stripe, intent, wanted.paymentId);
    },
    async find(sought) {
      const intent = await findIntent(stripe, sought);
      if (intent && (await isRefunded(stripe, intent))) return { kind: 'declined', reason: 'The charge was refunded' };
      return intent && settlementOf(stripe, intent, sought.paymentId);
    },
    chargesSince: (since) => listCharges(stripe, since, service),
    refund: (refund) => refundCharge(stripe, refund),
  };
}

function charge(stripe: Stripe, { paymentId, amount, proof }: Charge, service: string): Promise<Stripe.PaymentIntent> {
  const wanted: Stripe.PaymentIntentCreateParams & { shared_payment_granted_token: string } = {
    amount,
    currency: 'usd',
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    metadata: { payment_id: paymentId, service },
    shared_payment_granted_token: proof,
  };
  return stripe.paymentIntents.create(wanted, { apiVersion, idempotencyKey: `charge-${paymentId}` });
}

/**
 * Finds a charge by id, or by our metadata if the response with the id was lost. Uses the list: Stripe's search lags
 * by up to an hour.
 */
async function findIntent(stripe: Stripe, sought: ChargeLookup): Promise<Stripe.PaymentIntent | null> {
  if (sought.reference !== null) return stripe.paymentIntents.retrieve(sought.reference);
  const since = Math.floor((sought.claimedAt.getTime() - lookupMarginMs) / 1000);
  for await (const intent of stripe.paymentIntents.list({ created: { gte: since }, limit: 100 })) {
    if (intent.metadata.payment_id === sought.paymentId) return intent;
  }
  return null;
}

/** Fully refunded: it pays for nothing anymore. */
const isRefunded = async (stripe: Stripe, { id, status, amount }: Stripe.PaymentIntent): Promise<boolean> =>
  status === 'succeeded' && (await refundedOf(stripe, id)) >= amount;

async function* listCharges(stripe: Stripe, since: Date, service: string): AsyncGenerator<CompletedCharge> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  for await (const intent of stripe.paymentIntents.list({ created, limit: 100 })) {
    const { payment_id: paymentId, service: owner = service } = intent.metadata;
    // A charge in progress may still succeed.
    const isTaken = intent.status === 'succeeded' || intent.status === 'processing';
    if (paymentId === undefined || owner !== service || !isTaken) continue;
    const cents = intent.amount - (await refundedOf(stripe, intent.id));
    if (cents > 0) yield { paymentId, reference: intent.id, cents, at: new Date(intent.created * 1000) };
  }
}

async function refundedOf(stripe: Stripe, intent: string): Promise<number> {
  let cents = 0;
  for await (const refund of stripe.refunds.list({ payment_intent: intent, limit: 100 })) {
    if (refund.status !== 'failed' && refund.status !== 'canceled') cents += refund.amount;
  }
  return cents;
}

async function settlementOf(stripe: Stripe, intent: Stripe.PaymentIntent, paymentId: string): Promise<Settlement> {
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'settled', reference: intent.id };
    case 'requires_action':
    case 'requires_payment_method':
      // Canceled, so that it cannot succeed after we reported no charge.
      await stripe.paymentIntents.cancel(intent.id, {}, { idempotencyKey: `cancel-${paymentId}` });
      return { kind: 'action_required', reason: 'the payer must confirm the payment with their bank first' };
    case 'canceled':
      return { kind: 'declined', reason: 'The charge was canceled' };
    default:
      return { kind: 'processing', reference: intent.id, answer: `Stripe reports the status ${intent.status}` };
  }
}

/** Stripe forgets idempotency keys after a day, so a restored database could repeat an old refund. */
async function earlierRefund(stripe: Stripe, { refundId, reference, amount }: Refund): Promise<Stripe.Refund | null> {
  for await (const refund of stripe.refunds.list({ payment_intent: reference, limit: 100 })) {
    const isOver = refund.status === 'failed' || refund.status === 'canceled';
    if (isOver || refund.metadata?.refund_id !== refundId) continue;
    if (refund.amount === amount) return refund;
    throw new Error(`Stripe refunded ${refund.amount} cents as ${refund.id}, but ${amount} cents were expected.`);
  }
  return null;
}

async function refundCharge(stripe: Stripe, wanted: Refund): Promise<RefundOutcome> {
  const { refundId, attempt, amount, reference, refundReference } = wanted;
  const body = { payment_intent: reference, amount, metadata: { refund_id: refundId } };
  // The first attempt has the refund's id alone, for compatibility with versions that had only one.
  const idempotencyKey = attempt === 1 ? `refund-${refundId}` : `refund-${refundId}-${attempt}`;
  const refund =
    refundReference === null
      ? ((await earlierRefund(stripe, wanted)) ?? (await stripe.refunds.create(body, { idempotencyKey })))
      : await stripe.refunds.retrieve(refundReference);
  switch (refund.status) {
    case 'failed':
    case 'canceled':
      return { kind: 'failed', answer: `Stripe's refund ${refund.id}: ${refund.failure_reason ?? refund.status}` };
    case 'pending':
    case 'requires_action':
      return { kind: 'processing', reference: refund.id, answer: `Stripe reports the status ${refund.status}` };
    default:
      return { kind: 'completed', reference: refund.id };
  }
}
