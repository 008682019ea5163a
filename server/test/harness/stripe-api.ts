import { authorizeCard, captureIntent } from './stripe-cards.ts';
import {
  metadataOf,
  type PendingRefund,
  type Reply,
  type StandInCharge,
  type StandInDispute,
  type StandInSession,
  weekSeconds,
} from './stripe-objects.ts';

function statusFor(token: string): string {
  if (token.includes('3ds')) return 'requires_action';
  return token.includes('processing') ? 'processing' : 'succeeded';
}

/** The operations of Stripe's API that the stand-in serves, and their objects. */
export function createStripeApi(now: () => Date) {
  const charges = new Map<string, StandInCharge>();
  const problems: string[] = [];
  const refunds = new Map<string, PendingRefund>();
  const sessions = new Map<string, StandInSession>();
  const disputes = new Map<string, StandInDispute>();
  const state = {
    isDown: false,
    pageSize: 100,
    refundStatus: 'succeeded',
    onGate: (): Promise<unknown> => Promise.resolve(),
    authorizationSeconds: weekSeconds,
    hangUpOn: null as RegExp | null,
  };
  let next = 0;
  const newId = (prefix: string) => `${prefix}_${String(++next).padStart(12, '0')}`;

  const failure = (status: number, type: string, message: string, code?: string): Reply => ({
    status,
    body: { error: { type, message, ...(code ? { code } : {}) } },
  });
  const intentBody = (charge: StandInCharge) => ({
    id: charge.id,
    object: 'payment_intent',
    status: charge.status,
    amount: charge.amount,
    currency: 'usd',
    created: charge.created,
    amount_received: charge.received ?? (charge.status === 'succeeded' ? charge.amount : 0),
    latest_charge: charge.captureBefore
      ? { id: `ch_${charge.id}`, payment_method_details: { card: { capture_before: charge.captureBefore } } }
      : null,
    metadata: charge.paymentId === '' ? (charge.metadata ?? {}) : { payment_id: charge.paymentId, ...charge.metadata },
  });
  const intentOf = (charge: StandInCharge): Reply => ({ status: 200, body: intentBody(charge) });

  const bank = { charges, problems, state, now, newId, failure, intentOf };

  function createIntent(form: URLSearchParams): Reply {
    const token = form.get('shared_payment_granted_token') ?? '';
    const amount = Number(form.get('amount'));
    if (amount < 50)
      return failure(400, 'invalid_request_error', 'Amount must be at least 50 cents.', 'amount_too_small');
    const card = form.get('payment_method');
    if (card !== null) return authorizeCard(bank, form, card, amount);
    if (token.includes('declined')) return failure(402, 'card_error', 'Your card was declined.', 'card_declined');
    const isUsed = [...charges.values()].some((charge) => charge.token === token && charge.status === 'succeeded');
    if (isUsed) return failure(400, 'invalid_request_error', 'This shared payment token was used before.');
    const paymentId = form.get('metadata[payment_id]') ?? '';
    const created = Math.floor(now().getTime() / 1000);
    const status = statusFor(token);
    const metadata = metadataOf(form);
    const charge = { id: newId('pi'), status, amount, token, paymentId, metadata, created, refunds: [] };
    charges.set(charge.id, charge);
    return intentOf(charge);
  }

  /** Newest first, in pages. */
  function listPage<T extends { id: string; created: number }>(
    url: string,
    items: Iterable<T>,
    bodyOf: (item: T) => object,
    query: URLSearchParams,
  ): Reply {
    const since = Number(query.get('created[gte]') ?? 0);
    const limit = Math.min(Number(query.get('limit') ?? 10), state.pageSize);
    const all = [...items].filter(({ created }) => created >= since).reverse();
    const start = all.findIndex(({ id }) => id === query.get('starting_after')) + 1;
    const data = all.slice(start, start + limit).map(bodyOf);
    return { status: 200, body: { object: 'list', url, has_more: start + limit < all.length, data } };
  }

  function sessionBody(session: StandInSession) {
    const intent = session.intent === null ? null : charges.get(session.intent);
    return {
      id: session.id,
      object: 'checkout.session',
      url: session.status === 'open' ? `https://checkout.stripe.test/${session.id}` : null,
      status: session.status,
      payment_status: intent?.status === 'succeeded' ? 'paid' : 'unpaid',
      amount_total: session.amount,
      currency: session.currency,
      metadata: session.metadata,
      created: session.created,
      expires_at: session.expiresAt,
      payment_intent: intent ? intentBody(intent) : null,
      customer: session.card ? `cus_${session.card}` : null,
      setup_intent: session.card
        ? {
            id: `seti_${session.id}`,
            status: 'succeeded',
            payment_method: {
              id: session.card,
              card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2031 },
            },
          }
        : null,
    };
  }
  const sessionOf = (session: StandInSession): Reply => ({ status: 200, body: sessionBody(session) });

  function createSession(form: URLSearchParams): Reply {
    const amount = Number(form.get('line_items[0][price_data][unit_amount]'));
    const topUpId = form.get('metadata[top_up_id]') ?? '';
    const metadata = metadataOf(form);
    const session: StandInSession = {
      id: newId('cs'),
      topUpId,
      amount,
      currency: form.get('line_items[0][price_data][currency]') ?? 'usd',
      status: 'open',
      intent: null,
      metadata,
      created: Math.floor(now().getTime() / 1000),
      expiresAt: Number(form.get('expires_at')),
    };
    sessions.set(session.id, session);
    return sessionOf(session);
  }

  /** Of one payment, or since a time. */
  function listOf<T extends { id: string; amount: number; status: string; created: number; refundId?: string | null }>(
    path: string,
    all: Iterable<T>,
    paymentOf: (one: T) => string,
    { searchParams: query }: URL,
  ): Reply {
    const payment = query.get('payment_intent');
    const since = Number(query.get('created[gte]') ?? 0);
    const data = [...all]
      .filter((one) => (payment === null || paymentOf(one) === payment) && one.created >= since)
      .map((one) => ({
        id: one.id,
        amount: one.amount,
        currency: 'usd',
        status: one.status,
        payment_intent: paymentOf(one),
        metadata: one.refundId ? { refund_id: one.refundId } : {},
      }));
    return { status: 200, body: { object: 'list', url: path, has_more: false, data } };
  }

  function read(url: URL): Reply {
    const { pathname } = url;
    const customer = url.searchParams.get('customer');
    const listed = [...charges.values()].filter((charge) => customer === null || charge.customer === customer);
    if (pathname === '/v1/payment_intents') return listPage(pathname, listed, intentBody, url.searchParams);
    if (pathname === '/v1/checkout/sessions')
      return listPage(pathname, sessions.values(), sessionBody, url.searchParams);
    if (pathname === '/v1/refunds') return listOf(pathname, refunds.values(), ({ charge }) => charge.id, url);
    if (pathname === '/v1/disputes') return listOf(pathname, disputes.values(), ({ intent }) => intent, url);
    const [, intent = ''] = /^\/v1\/payment_intents\/([^/]+)$/.exec(pathname) ?? [];
    const charge = charges.get(intent);
    if (charge) return intentOf(charge);
    const [, refundId = ''] = /^\/v1\/refunds\/([^/]+)$/.exec(pathname) ?? [];
    const [, sessionId = ''] = /^\/v1\/checkout\/sessions\/([^/]+)$/.exec(pathname) ?? [];
    const session = sessions.get(sessionId);
    if (session) return sessionOf(session);
    const refund = refunds.get(refundId);
    if (refund) return refundReply(refund);
    return failure(404, 'invalid_request_error', `No such object: ${pathname}`, 'resource_missing');
  }

  function cancelIntent(id: string): Reply {
    const charge = charges.get(id);
    if (!charge) return failure(404, 'invalid_request_error', 'No such payment_intent.');
    if (charge.status === 'succeeded') {
      return failure(400, 'invalid_request_error', 'A PaymentIntent that succeeded cannot be canceled.');
    }
    charge.status = 'canceled';
    return intentOf(charge);
  }

  const refundReply = ({ id, amount, status }: PendingRefund): Reply => ({
    status: 200,
    body: {
      id,
      object: 'refund',
      currency: 'usd',
      status,
      amount,
      ...(status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
    },
  });

  function createRefund(form: URLSearchParams): Reply {
    const charge = charges.get(form.get('payment_intent') ?? '');
    const amount = Number(form.get('amount'));
    const returned = charge?.refunds.reduce((sum, refund) => sum + refund.amount, 0) ?? 0;
    if (charge?.status !== 'succeeded' || !(amount > 0) || returned + amount > (charge.received ?? charge.amount)) {
      problems.push(`a refund of ${amount} for ${charge?.id} (${charge?.amount}, returned ${returned})`);
      return failure(400, 'invalid_request_error', 'Refund amount is greater than unrefunded amount on charge.');
    }
    const created = Math.floor(now().getTime() / 1000);
    const refundId = form.get('metadata[refund_id]');
    const refund = { id: newId('re'), amount, status: state.refundStatus, charge, created, refundId };
    refunds.set(refund.id, refund);
    if (refund.status === 'succeeded') charge.refunds.push({ id: refund.id, amount });
    return refundReply(refund);
  }

  function perform(path: string, form: URLSearchParams): Reply {
    if (path === '/v1/payment_intents') return createIntent(form);
    if (path === '/v1/checkout/sessions') return createSession(form);
    if (path === '/v1/refunds') return createRefund(form);
    const [, cancelled] = /^\/v1\/payment_intents\/([^/]+)\/cancel$/.exec(path) ?? [];
    if (cancelled !== undefined) return cancelIntent(cancelled);
    const [, captured] = /^\/v1\/payment_intents\/([^/]+)\/capture$/.exec(path) ?? [];
    if (captured !== undefined) return captureIntent(bank, captured, form);
    const [, detached] = /^\/v1\/payment_methods\/([^/]+)\/detach$/.exec(path) ?? [];
    if (detached !== undefined) return { status: 200, body: { id: detached, object: 'payment_method' } };
    return failure(404, 'invalid_request_error', `Unrecognized request URL: ${path}`);
  }

  return { charges, sessions, disputes, refunds, problems, state, newId, failure, createRefund, read, perform };
}
