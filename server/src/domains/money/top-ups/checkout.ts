import type Stripe from 'stripe';
import { isUuid } from '../../../kit/ids.ts';
import { createStripe, isStripeRefusal, stripeWorld } from '../../../platform/stripe.ts';
import { fromStripeAmount, toStripeAmount } from './model.ts';
import type { TopUpRow } from './sql.ts';

/** The state of a top-up, read back from Stripe. */
export type SessionReading =
  | { kind: 'open' }
  | { kind: 'paid'; reference: string | null }
  | { kind: 'expired' }
  | { kind: 'failed' }
  /** Running, or not as requested. It is read again, and an operator sees it. */
  | { kind: 'unsettled'; answer: string };

export type RefundResult =
  | { kind: 'completed'; reference: string }
  | { kind: 'processing'; reference: string; answer: string }
  | { kind: 'failed'; answer: string };

/** Money that left a payment: our refund, the operator's refund, or a dispute. */
export interface Reversal {
  /** Stripe's ID. */
  reference: string;
  /** Our ID, if this service asked for it. */
  refundId: string | null;
  kind: 'refund' | 'dispute';
  cents: number;
  state: 'open' | 'final' | 'returned';
}

/** A checkout session with our metadata. */
export interface Session {
  id: string;
  topUpId: string;
  /** Null in sessions of earlier versions, which only named the top-up. */
  accountId: string | null;
  world: string | null;
  returnUrl: string | null;
  /** In the minor unit of the currency. */
  cents: number;
  /** ISO 4217. */
  currency: string;
  createdAt: Date;
  expiresAt: Date;
  payUrl: string | null;
  state: 'paid' | 'open' | 'closed';
  /** Stripe's ID of the payment. */
  reference: string | null;
}

export interface Checkout {
  /** Opens the payment page. The same top-up opens the same page. */
  open(topUp: TopUpRow): Promise<{ sessionId: string; payUrl: string | null }>;
  read(topUp: TopUpRow): Promise<SessionReading>;
  refund(refund: {
    id: string;
    attempt: number;
    cents: number;
    currency: string;
    charge: string;
    reference: string | null;
  }): Promise<RefundResult>;
  reversals(charge: string): Promise<Reversal[]>;
  /** Null if the session is not ours. */
  session(id: string): Promise<Session | null>;
  sessionsSince(since: Date): AsyncIterable<Session>;
  /** Payments with a refund or dispute since then. */
  reversedSince(since: Date): Promise<string[]>;
  /** Throws if the signature is wrong. */
  event(body: Buffer, signature: string, now: Date): Stripe.Event;
}

interface Options {
  secretKey: string | null;
  apiBase: string;
  webhookSecret: string | null;
  publicUrl: string;
}

/** Why Stripe cannot take live payments; null if it can. */
export function checkoutUnavailableReason(secretKey: string | null): string | null {
  if (secretKey === null) return 'Card payments are not set up on this server.';
  if (stripeWorld(secretKey) === 'test') return 'This service has a Stripe test key, which cannot take real payments.';
  return null;
}

export async function createCheckout(options: Options): Promise<Checkout | null> {
  const { secretKey, apiBase, webhookSecret, publicUrl } = options;
  if (secretKey === null || checkoutUnavailableReason(secretKey) !== null) return null;
  const stripe = await createStripe({ secretKey, apiBase });
  return {
    open: (topUp) => openSession(stripe, topUp, publicUrl),
    read: (topUp) => readSession(stripe, topUp),
    refund: (refund) => refundPayment(stripe, refund),
    reversals: (charge) => readReversals(stripe, charge),
    reversedSince: (since) => listReversed(stripe, since),
    session: async (id) => ownSession(await stripe.checkout.sessions.retrieve(id), publicUrl),
    sessionsSince: (since) => listSessions(stripe, since, publicUrl),
    event(body, signature, now) {
      if (webhookSecret === null) throw new Error('STRIPE_WEBHOOK_SECRET is not set.');
      const toleranceSeconds = 300;
      return stripe.webhooks.constructEvent(body, signature, webhookSecret, toleranceSeconds, undefined, now.getTime());
    },
  };
}

async function openSession(stripe: Stripe, topUp: TopUpRow, publicUrl: string) {
  // Enough to write the top-up again if a restore loses it.
  const metadata = {
    top_up_id: topUp.id,
    account_id: topUp.account_id,
    world: topUp.world,
    service: publicUrl,
    ...(isMetadata(topUp.return_url) ? { return_url: topUp.return_url } : {}),
  };
  const page = `${publicUrl}/top-ups/${topUp.id}`;
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: topUp.id,
      metadata,
      payment_intent_data: { metadata },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: topUp.currency.toLowerCase(),
            unit_amount: toStripeAmount(topUp.amount_cents, topUp.currency),
            product_data: { name: 'Wallet top-up' },
          },
        },
      ],
      success_url: page,
      cancel_url: page,
      expires_at: Math.floor(topUp.expires_at.getTime() / 1000),
    },
    { idempotencyKey: `top-up-${topUp.id}` },
  );
  return { sessionId: session.id, payUrl: session.url };
}

/** Stripe's limit is 500 characters. */
const isMetadata = (text: string | null): text is string => text !== null && text.length <= 500;

function ownSession(session: Stripe.Checkout.Session, publicUrl: string): Session | null {
  const { top_up_id: topUpId, service = publicUrl, account_id, world, return_url } = session.metadata ?? {};
  // Another service may share the Stripe account.
  if (topUpId === undefined || !isUuid(topUpId) || service !== publicUrl) return null;
  const { payment_intent: intent } = session;
  const isPaid = session.payment_status === 'paid';
  return {
    id: session.id,
    topUpId,
    accountId: account_id !== undefined && isUuid(account_id) ? account_id : null,
    world: world ?? null,
    returnUrl: return_url ?? null,
    cents: fromStripeAmount(session.amount_total ?? 0, session.currency ?? ''),
    currency: (session.currency ?? '').toUpperCase(),
    createdAt: new Date(session.created * 1000),
    expiresAt: new Date(session.expires_at * 1000),
    payUrl: session.url,
    // A complete session that is not paid has a payment in progress.
    state: isPaid ? 'paid' : session.status === 'expired' ? 'closed' : 'open',
    reference: typeof intent === 'string' ? intent : (intent?.id ?? null),
  };
}

async function* listSessions(stripe: Stripe, since: Date, publicUrl: string): AsyncGenerator<Session> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  for await (const session of stripe.checkout.sessions.list({ created, limit: 100 })) {
    const own = ownSession(session, publicUrl);
    if (own) yield own;
  }
}

async function readSession(stripe: Stripe, topUp: TopUpRow): Promise<SessionReading> {
  if (topUp.session_id === null) return { kind: 'open' };
  const session = await stripe.checkout.sessions.retrieve(topUp.session_id, { expand: ['payment_intent'] });
  const { payment_intent: intent } = session;
  const reference = typeof intent === 'string' ? intent : (intent?.id ?? null);
  if (session.payment_status === 'paid') {
    const isAsked =
      session.metadata?.top_up_id === topUp.id &&
      session.amount_total === toStripeAmount(topUp.amount_cents, topUp.currency) &&
      session.currency === topUp.currency.toLowerCase();
    if (isAsked) return { kind: 'paid', reference };
    return {
      kind: 'unsettled',
      answer: `Stripe charged ${session.amount_total} ${session.currency}, which is not the requested amount`,
    };
  }
  if (session.status === 'expired') return { kind: 'expired' };
  if (session.status === 'open') return { kind: 'open' };
  const status = typeof intent === 'string' ? null : intent?.status;
  if (status === 'canceled' || status === 'requires_payment_method') return { kind: 'failed' };
  return { kind: 'unsettled', answer: `Stripe reports the payment as ${status ?? session.payment_status}` };
}

async function refundPayment(
  stripe: Stripe,
  wanted: { id: string; attempt: number; cents: number; currency: string; charge: string; reference: string | null },
): Promise<RefundResult> {
  const body = {
    payment_intent: wanted.charge,
    amount: toStripeAmount(wanted.cents, wanted.currency),
    metadata: { refund_id: wanted.id },
  };
  const idempotencyKey = `top-up-refund-${wanted.id}-${wanted.attempt}`;
  const refund =
    wanted.reference === null
      ? ((await earlierRefund(stripe, wanted)) ?? (await stripe.refunds.create(body, { idempotencyKey })))
      : await stripe.refunds.retrieve(wanted.reference);
  if (refund.status === 'failed' || refund.status === 'canceled') {
    return { kind: 'failed', answer: `Stripe's refund ${refund.id}: ${refund.failure_reason ?? refund.status}` };
  }
  if (refund.status === 'pending' || refund.status === 'requires_action') {
    return { kind: 'processing', reference: refund.id, answer: `Stripe reports the status ${refund.status}` };
  }
  return { kind: 'completed', reference: refund.id };
}

/** Stripe forgets idempotency keys after a day, and a restored database may ask again for an old refund. */
async function earlierRefund(stripe: Stripe, wanted: { id: string; charge: string; cents: number; currency: string }) {
  for await (const refund of stripe.refunds.list({ payment_intent: wanted.charge, limit: 100 })) {
    const isOver = refund.status === 'failed' || refund.status === 'canceled';
    if (isOver || refund.metadata?.refund_id !== wanted.id) continue;
    if (refund.amount === toStripeAmount(wanted.cents, wanted.currency)) return refund;
    throw new Error(`Stripe refunded ${refund.amount} cents as ${refund.id}, but ${wanted.cents} cents were expected.`);
  }
  return null;
}

/** Until a dispute is decided, the money is gone. It returns if the dispute is won, or took nothing. */
function stateOf({ status }: Stripe.Dispute): Reversal['state'] {
  if (status === 'lost') return 'final';
  return status === 'won' || status === 'prevented' || status.startsWith('warning') ? 'returned' : 'open';
}

async function readReversals(stripe: Stripe, charge: string): Promise<Reversal[]> {
  const found: Reversal[] = [];
  for await (const refund of stripe.refunds.list({ payment_intent: charge, limit: 100 })) {
    if (refund.status === 'failed' || refund.status === 'canceled') continue;
    const refundId = refund.metadata?.refund_id ?? null;
    const cents = fromStripeAmount(refund.amount, refund.currency);
    found.push({ reference: refund.id, refundId, kind: 'refund', cents, state: 'final' });
  }
  for await (const dispute of stripe.disputes.list({ payment_intent: charge, limit: 100 })) {
    const { id: reference } = dispute;
    const cents = fromStripeAmount(dispute.amount, dispute.currency);
    found.push({ reference, refundId: null, kind: 'dispute', cents, state: stateOf(dispute) });
  }
  return found;
}

async function listReversed(stripe: Stripe, since: Date): Promise<string[]> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  const payments = new Set<string>();
  const add = (intent: string | { id: string } | null) => {
    if (intent !== null) payments.add(typeof intent === 'string' ? intent : intent.id);
  };
  for await (const refund of stripe.refunds.list({ created, limit: 100 })) add(refund.payment_intent);
  for await (const dispute of stripe.disputes.list({ created, limit: 100 })) add(dispute.payment_intent);
  return [...payments];
}

export const isProviderRefusal = isStripeRefusal;
