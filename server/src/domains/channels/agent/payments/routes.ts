import { notFound } from '../../../../kit/failure.ts';
import { type App, sendPage } from '../../../../platform/http/index.ts';
import { createRouter, type Guard } from '../../../access/accounts/index.ts';
import { type CreateNeeds, findTopUp, refreshTopUp } from '../../../money/top-ups/index.ts';
import { openCheckout } from './open-checkout.ts';
import { paymentPage } from './pages.ts';
import { presentPayment } from './present.ts';
import { CheckoutSession, PaymentPath, PaymentView } from './schema.ts';
import { findOrderStatus, findPayment, movePayment, type PaymentRow } from './sql.ts';

interface PaymentRouteNeeds extends CreateNeeds {
  guard: Guard;
}

/** The id is the only credential, as for tracking: whoever has the link can view and pay. */
export function paymentRoutes(app: App, needs: PaymentRouteNeeds): void {
  const { db } = needs.database;
  const router = createRouter(app, needs.guard, 'Payments');

  router.get('/payments/:payment_id', {
    auth: 'anyone',
    operationId: 'getPayment',
    summary: 'Get a payment link',
    description:
      "POST /orders and POST /agent/orders return `payment_id` and `pay_url` in a 402 if you send `Prefer: payment-link` and only funds are missing. Give `pay_url` to a person. The order is created once it is paid, so don't send it again.",
    response: { 200: PaymentView },
    async handler({ params }) {
      const payment = await refreshPayment(needs, params.payment_id);
      return presentPayment(payment, await findOrderStatus(db, payment.order_id), needs.publicUrl);
    },
  });

  router.post('/payments/:payment_id/checkout-session', {
    auth: 'anyone',
    operationId: 'createCheckoutSession',
    summary: 'Start the payment of a link',
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
