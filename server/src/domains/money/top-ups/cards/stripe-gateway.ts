import type Stripe from 'stripe';
import { dayMs, plusMs } from '../../../../kit/clock.ts';
import { createStripe, isStripeRefusal } from '../../../../platform/stripe.ts';
import type { Asked, Authorization, CaptureResult, CardGateway, SavedCard } from './gateway.ts';

interface Options {
  secretKey: string;
  apiBase: string;
  publicUrl: string;
}

/** A request may be repeated long after the first one. */
const lookupMarginMs = dayMs;
/** What most banks give, if Stripe doesn't say. */
const usualLifetimeMs = 7 * dayMs;

/** Stripe's page to save a card. */
export interface SetupPages {
  openSetup(setup: {
    id: string;
    accountId: string;
    expiresAt: Date;
  }): Promise<{ sessionId: string; url: string | null }>;
  /** The saved card; null while there is none. */
  readSetup(sessionId: string): Promise<{ setupId: string | null; card: SavedCard | null; isExpired: boolean }>;
  detach(cardId: string): Promise<void>;
}

/** An authorization or charge at Stripe that names one of our orders. */
export interface ForeignPayment {
  orderId: string;
  accountId: string | null;
  reference: string;
  cents: number;
  isCaptured: boolean;
  at: Date;
}

export interface StripeCards extends CardGateway, SetupPages {
  paymentsSince(since: Date): AsyncIterable<ForeignPayment>;
}

/** Saved cards through Stripe. Idempotency keys are derived from the order's ID, so a restored copy charges nobody twice. */
export async function createStripeCards({ secretKey, apiBase, publicUrl }: Options): Promise<StripeCards> {
  const stripe = await createStripe({ secretKey, apiBase });
  return {
    authorize: (asked) => authorize(stripe, asked, publicUrl),
    find: (asked) => findIntent(stripe, asked),
    read: async ({ reference }) =>
      reference === null
        ? { kind: 'gone', reference: '', answer: 'Never authorized' }
        : authorizationOf(await retrieve(stripe, reference)),
    capture: (payment, cents) => capture(stripe, payment, cents),
    cancel: (asked) => cancel(stripe, asked),
    refundsOf: ({ reference }) => refundsOf(stripe, reference),
    async refund({ order_id: orderId, reference }, cents, { cents: before, failed }) {
      const refund = await stripe.refunds.create(
        { payment_intent: reference ?? '', amount: cents, metadata: { order_id: orderId } },
        { idempotencyKey: `order-${orderId}-refund-${before}-${failed}` },
      );
      const answer = `Stripe's refund ${refund.id}: ${refund.failure_reason ?? refund.status}`;
      if (refund.status === 'failed' || refund.status === 'canceled') return { kind: 'failed', answer };
      return refund.status === 'succeeded' ? { kind: 'completed' } : { kind: 'processing', answer };
    },
    ...setupPages(stripe, publicUrl),
    paymentsSince: (since) => listPayments(stripe, since, publicUrl),
  };
}

const expand = ['latest_charge'];
const retrieve = (stripe: Stripe, id: string) => stripe.paymentIntents.retrieve(id, { expand });

async function authorize(stripe: Stripe, asked: Asked, service: string): Promise<Authorization> {
  const { order_id: orderId, account_id: accountId, card_id: card, customer, number } = asked;
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: asked.amount_cents,
        currency: 'usd',
        ...(customer === null ? {} : { customer }),
        payment_method: card,
        allowed_payment_method_types: ['card'],
        capture_method: 'manual',
        confirm: true,
        off_session: true,
        metadata: { order_id: orderId, account_id: accountId, number: String(number), service },
        expand,
      },
      { idempotencyKey: `order-${orderId}-authorize-${number}` },
    );
    // A repeated response is as old as its key, so the current state is read.
    const isRepeated = intent.lastResponse.headers['idempotent-replayed'] === 'true';
    return authorizationOf(isRepeated ? await retrieve(stripe, intent.id) : intent);
  } catch (error) {
    if (isStripeRefusal(error)) return { kind: 'declined', reason: error.message.replace(/\.$/, '') };
    throw error;
  }
}

function authorizationOf(intent: Stripe.PaymentIntent): Authorization {
  const { id: reference, status } = intent;
  if (status === 'requires_capture') return { kind: 'authorized', reference, expiresAt: captureBefore(intent) };
  if (status === 'succeeded') return { kind: 'captured', reference, cents: intent.amount_received };
  if (status === 'canceled') return { kind: 'gone', reference, answer: 'Stripe canceled the authorization' };
  if (status === 'processing') throw new Error(`Stripe says that ${reference} is processing.`);
  return { kind: 'declined', reason: 'The bank needs the cardholder to verify this payment' };
}

function captureBefore({ latest_charge: charge, created }: Stripe.PaymentIntent): Date {
  const at = charge && typeof charge !== 'string' ? charge.payment_method_details?.card?.capture_before : null;
  return at ? new Date(at * 1000) : plusMs(new Date(created * 1000), usualLifetimeMs);
}

/** Reads the list, because Stripe's search lags behind. A captured one counts first, so nothing is captured twice. */
async function findIntent(
  stripe: Stripe,
  { order_id: orderId, customer, number, claimed_at: claimedAt }: Parameters<CardGateway['find']>[0],
): ReturnType<CardGateway['find']> {
  const created = { gte: Math.floor(plusMs(claimedAt, -lookupMarginMs).getTime() / 1000) };
  const ofCustomer = customer === null ? {} : { customer };
  let newest: Stripe.PaymentIntent | null = null;
  for await (const intent of stripe.paymentIntents.list({ created, limit: 100, ...ofCustomer })) {
    const { order_id: owner, number: found } = intent.metadata;
    if (owner !== orderId || (number !== null && Number(found) !== number)) continue;
    if (intent.status === 'requires_capture') newest ??= intent;
    if (intent.status !== 'succeeded') continue;
    newest = intent;
    break;
  }
  if (newest === null) return null;
  return { ...authorizationOf(await retrieve(stripe, newest.id)), number: Number(newest.metadata.number) };
}

async function capture(
  stripe: Stripe,
  { order_id: orderId, number, reference }: Parameters<CardGateway['capture']>[0],
  cents: number,
): Promise<CaptureResult> {
  if (reference === null) return { kind: 'refused', answer: 'The card was never authorized for this order' };
  const key = { idempotencyKey: `order-${orderId}-capture-${number}` };
  try {
    const intent = await stripe.paymentIntents.capture(reference, { amount_to_capture: cents }, key);
    return { kind: 'captured', cents: intent.amount_received };
  } catch (error) {
    if (!isStripeRefusal(error)) throw error;
    // The response to an earlier capture may have been lost.
    const intent = await retrieve(stripe, reference);
    if (intent.status === 'succeeded') return { kind: 'captured', cents: intent.amount_received };
    return { kind: 'refused', answer: `Stripe could not capture ${reference}: ${error.message}` };
  }
}

async function cancel(
  stripe: Stripe,
  { order_id: orderId, number, reference }: Parameters<CardGateway['cancel']>[0],
): Promise<Authorization> {
  try {
    const key = { idempotencyKey: `order-${orderId}-cancel-${number}` };
    return authorizationOf(await stripe.paymentIntents.cancel(reference, {}, key));
  } catch (error) {
    if (!isStripeRefusal(error)) throw error;
    return authorizationOf(await retrieve(stripe, reference));
  }
}

async function refundsOf(stripe: Stripe, reference: string | null) {
  let cents = 0;
  let failed = 0;
  for await (const refund of stripe.refunds.list({ payment_intent: reference ?? '', limit: 100 })) {
    if (refund.status === 'failed' || refund.status === 'canceled') failed += 1;
    else cents += refund.amount;
  }
  return { cents, failed };
}

function setupPages(stripe: Stripe, publicUrl: string): SetupPages {
  return {
    async openSetup({ id, accountId, expiresAt }) {
      const page = `${publicUrl}/card-setups/${id}`;
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'setup',
          currency: 'usd',
          allowed_payment_method_types: ['card'],
          customer_creation: 'always',
          metadata: { card_setup_id: id, account_id: accountId, service: publicUrl },
          success_url: page,
          cancel_url: page,
          expires_at: Math.floor(expiresAt.getTime() / 1000),
        },
        { idempotencyKey: `card-setup-${id}` },
      );
      return { sessionId: session.id, url: session.url };
    },
    async readSetup(sessionId) {
      const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['setup_intent.payment_method'] });
      const { setup_intent: intent, customer, metadata, status } = session;
      const saved =
        intent && typeof intent !== 'string' && intent.status === 'succeeded' ? intent.payment_method : null;
      const method = saved && typeof saved !== 'string' ? saved : null;
      const setupId = metadata?.service === publicUrl ? (metadata.card_setup_id ?? null) : null;
      return { setupId, card: method && savedCardOf(method, customer), isExpired: status === 'expired' };
    },
    async detach(cardId) {
      await stripe.paymentMethods.detach(cardId, {}, { idempotencyKey: `detach-${cardId}` }).catch((error: unknown) => {
        if (!isStripeRefusal(error)) throw error;
      });
    },
  };
}

function savedCardOf(method: Stripe.PaymentMethod, customer: Stripe.Checkout.Session['customer']): SavedCard | null {
  if (!method.card) return null;
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card;
  const owner = typeof customer === 'string' ? customer : (customer?.id ?? null);
  return { id: method.id, customer: owner, brand, last4, expMonth, expYear };
}

async function* listPayments(stripe: Stripe, since: Date, service: string): AsyncGenerator<ForeignPayment> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  for await (const intent of stripe.paymentIntents.list({ created, limit: 100 })) {
    const { order_id: orderId, account_id: accountId = null, service: owner } = intent.metadata;
    const isCaptured = intent.status === 'succeeded';
    if (orderId === undefined || owner !== service || !(isCaptured || intent.status === 'requires_capture')) continue;
    const cents = isCaptured ? intent.amount_received : intent.amount;
    yield { orderId, accountId, reference: intent.id, cents, isCaptured, at: new Date(intent.created * 1000) };
  }
}
