import { Failure, notFound } from '../../../../kit/failure.ts';
import { inTransaction } from '../../../../platform/database/index.ts';
import { type App, sendPage } from '../../../../platform/http/index.ts';
import { createRouter, type Guard, lockAccountOfKey } from '../../../access/accounts/index.ts';
import {
  type CreateNeeds,
  findTopUp,
  insertRequestedTopUp,
  minCents,
  openPaymentPage,
  refreshTopUp,
} from '../../../money/top-ups/index.ts';
import { paymentPage } from './pages.ts';
import { payUrlOf, presentPayment } from './present.ts';
import { CheckoutSession, PaymentPath, PaymentView } from './schema.ts';
import { findOrderStatus, findPayment, lockPayment, movePayment, type PaymentRow, saveTopUp } from './sql.ts';

const paymentClosed = (): Failure =>
  new Failure(
    'payment_closed',
    409,
    'This payment is no longer open. It was paid or expired, or it can no longer be completed.',
  );

/** The provider's checkout page. A payment has one until it expires. */
async function openCheckout(needs: CreateNeeds, paymentId: string): Promise<string> {
  const { db } = needs.database;
  const topUpId = await inTransaction(db, async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (!payment) throw notFound();
    if (payment.status !== 'requires_action' || payment.expires_at <= needs.clock.now()) throw paymentClosed();
    const earlier = payment.top_up_id === null ? null : await findTopUp(tx, payment.top_up_id);
    if (earlier?.status === 'requires_action') return earlier.id;
    // Just paid: the order is being created.
    if (earlier?.status === 'succeeded') throw paymentClosed();
    const { world } = payment;
    const accountId = await lockAccountOfKey(tx, payment.api_key_id);
    if (accountId === null) throw paymentClosed();
    const cents = Math.max(payment.max_price_cents + payment.fee_cents, minCents);
    const returnUrl = payUrlOf(needs.publicUrl, paymentId);
    const id = await insertRequestedTopUp(needs, tx, { accountId, world, cents, currency: 'USD', returnUrl });
    await saveTopUp(tx, paymentId, id);
    return id;
  });
  await openPaymentPage(needs, topUpId);
  const topUp = await findTopUp(db, topUpId);
  if (topUp?.pay_url == null) throw paymentClosed();
  return topUp.pay_url;
}

interface PaymentRouteNeeds extends CreateNeeds {
  guard: Guard;
}

/** The id is the only credential, as for tracking: anyone with the link can view and pay. */
export function paymentRoutes(app: App, needs: PaymentRouteNeeds): void {
  const { db } = needs.database;
  const router = createRouter(app, needs.guard, 'Payments');

  router.get('/payments/:payment_id', {
    auth: 'anyone',
    operationId: 'getPayment',
    summary: 'Get a payment link',
    description:
      "POST /orders and POST /agent/orders return `payment_id` and `pay_url` in a 402 if you send `Prefer: payment-link` and only funds are missing. Give `pay_url` to the payer. The order is created once it is paid for, so don't send it again.",
    response: { 200: PaymentView },
    async handler({ params }) {
      const payment = await refreshPayment(needs, params.payment_id);
      return presentPayment(payment, await findOrderStatus(db, payment.order_id), needs.publicUrl);
    },
  });

  router.post('/payments/:payment_id/checkout-session', {
    auth: 'anyone',
    operationId: 'createCheckoutSession',
    summary: 'Start checkout for a payment link',
    description: 'Returns a Stripe page, or a test page in the sandbox. Repeating the request returns the same page.',
    response: { 200: CheckoutSession },
    errors: ['payment_closed', 'top_up_unavailable', 'external_service_error'],
    handler: async ({ params }) => ({ url: await openCheckout(needs, params.payment_id) }),
  });

  const onRequest = needs.guard.anyone;
  app.get('/pay/:payment_id', { onRequest, schema: { hide: true, params: PaymentPath } }, async (request, reply) => {
    const payment = await refreshPayment(needs, request.params.payment_id);
    const order = await findOrderStatus(db, payment.order_id);
    return sendPage(reply.header('referrer-policy', 'no-referrer'), paymentPage(payment, order));
  });

  // A link, because forms of this page may not leave the site. Opening it twice is harmless.
  app.get(
    '/pay/:payment_id/checkout',
    { onRequest, schema: { hide: true, params: PaymentPath } },
    async (request, reply) => reply.redirect(await openCheckout(needs, request.params.payment_id), 303),
  );
}

/** The status, after asking the payment provider. */
async function refreshPayment(needs: PaymentRouteNeeds, id: string): Promise<PaymentRow> {
  const { db } = needs.database;
  const payment = await findPayment(db, id);
  if (!payment) throw notFound();
  if (payment.status !== 'requires_action') return payment;
  const topUp = payment.top_up_id === null ? null : await findTopUp(db, payment.top_up_id);
  const isPaid = topUp !== null && (await refreshTopUp(needs, topUp)).status === 'succeeded';
  if (isPaid) return { ...payment, status: 'authorized' };
  if (payment.expires_at > needs.clock.now()) return payment;
  await movePayment(db, id, { from: 'requires_action', to: 'expired' });
  return (await findPayment(db, id)) ?? payment;
}
