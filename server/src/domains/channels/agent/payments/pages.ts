import { formatCents } from '../../../../kit/money.ts';
import { type Html, html, type PageParts } from '../../../../platform/http/index.ts';
import type { OrderRow } from '../../../orders/orders/index.ts';
import { type PaymentStatus, statusOf } from './model.ts';
import type { PaymentRow } from './sql.ts';

const statusTexts: Record<Exclude<PaymentStatus, 'requires_action'>, { title: string; text: string }> = {
  authorized: { title: 'Paid', text: 'Thank you. Your order is being placed. You can close this page.' },
  placed: { title: 'Ordered', text: 'The store has your order. You can close this page.' },
  expired: { title: 'Link expired', text: 'This link was valid for one day. Nothing was charged. Request a new one.' },
  failed: {
    title: 'Not ordered',
    text: 'The order could not be placed. Your payment will be refunded or will stay in the wallet it was added to.',
  },
};

/** The payment page: items, recipient and the maximum total. */
export function paymentPage(payment: PaymentRow, order: OrderRow['status'] | null): PageParts {
  const status = statusOf(payment.status, order);
  const amount = formatCents(payment.max_price_cents + payment.fee_cents);
  const title = status === 'requires_action' ? `Pay ${amount}` : statusTexts[status].title;
  return {
    title: `${title} · Errand`,
    description: 'A purchase that is waiting for payment.',
    body: html`<main id="main"><section class="card"><h1>${title}</h1>
${status === 'requires_action' ? paymentForm(payment, amount) : html`<p class="lead">${statusTexts[status].text}</p>`}
${payment.order_id !== null && status !== 'requires_action' && order !== null ? html`<p><a href="/track/${payment.order_id}">Track order</a></p>` : null}
</section></main>`,
  };
}

function paymentForm(payment: PaymentRow, amount: string): Html {
  const { client, products, ship_to_summary: place, world } = payment;
  return html`<p class="lead">${client} is requesting payment for this order.</p>
<ul>${products.map(
    ({ url, quantity, variant }) =>
      html`<li>${quantity} × <a href="${url}" rel="noopener noreferrer">${new URL(url).host}${new URL(url).pathname}</a>${
        variant ? html` (${variant.map(({ label, value }) => `${label}: ${value}`).join(', ')})` : null
      }</li>`,
  )}</ul>
<p>Ships to ${place}.</p>
<p>The store can charge up to ${formatCents(payment.max_price_cents)}, including tax and shipping. The service fee is ${formatCents(payment.fee_cents)}. Any unused amount is refunded.</p>
<p><a class="button" rel="nofollow" href="/pay/${payment.id}/checkout">Pay ${amount}</a></p>
${world === 'test' ? html`<p>Test mode. No real charges.</p>` : null}`;
}
