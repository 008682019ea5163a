import { formatMoney } from '../../../kit/money.ts';
import { type Html, html, type PageParts } from '../../../platform/http/index.ts';
import type { TopUpRow } from './sql.ts';

const statusTexts: Record<TopUpRow['status'], (amount: string) => { title: string; text: string }> = {
  requires_action: () => ({
    title: 'Not paid yet',
    text: 'Your payment is not confirmed yet. Reload this page to see its status. The funds are added automatically.',
  }),
  succeeded: (amount) => ({ title: 'Paid', text: `${amount} was added to your wallet.` }),
  failed: () => ({
    title: 'Declined',
    text: 'The payment was declined and nothing was charged. You can try again.',
  }),
  expired: () => ({
    title: 'Link expired',
    text: 'This payment page was valid for one day. Nothing was charged. Start again from your wallet.',
  }),
  refunded: (amount) => ({ title: 'Refunded', text: `${amount} was refunded to the original payment method.` }),
};

/** The page a payer returns to. In the sandbox, the payment page. */
export function topUpPage(topUp: TopUpRow): PageParts {
  const amount = formatMoney({ amount: topUp.amount_cents, currency: topUp.currency });
  const isPlayMoney = topUp.provider === 'sandbox';
  const isOpen = topUp.status === 'requires_action' && topUp.arrives_at === null;
  const { title, text } = statusTexts[topUp.status](amount);
  const main = isPlayMoney && isOpen ? outcomeForm(topUp, amount) : html`<h1>${title}</h1><p class="lead">${text}</p>`;
  return {
    title: isPlayMoney && isOpen ? `Pay ${amount} · Errand` : `${title} · Errand`,
    description: 'A wallet top-up.',
    body: html`<main id="main"><section class="card">${main}${retryPaymentLink(topUp)}
<p>${returnLink(topUp)}</p></section></main>`,
  };
}

function outcomeForm({ id }: TopUpRow, amount: string): Html {
  return html`<h1>Pay ${amount} with test money</h1>
<p class="lead">Test mode. No real charges. Choose the outcome of the payment.</p>
<form method="post" action="/top-ups/${id}">
<p><button name="outcome" value="pay">Pay ${amount}</button></p>
<p><button name="outcome" value="slow">Pay with a delay</button></p>
<p><button name="outcome" value="decline">Decline</button></p>
</form>`;
}

const retryPaymentLink = (topUp: TopUpRow): Html | null =>
  topUp.provider === 'stripe' && topUp.status === 'requires_action' && topUp.pay_url !== null
    ? html`<p><a href="${topUp.pay_url}">Back to payment</a></p>`
    : null;

/** A link, no redirect: our pages never send a browser to another site by themselves. */
function returnLink({ return_url: url }: TopUpRow): Html {
  return url === null
    ? html`<a href="/app/wallet">Go to wallet</a>`
    : html`<a href="${url}" rel="noopener">Continue to ${new URL(url).host}</a>`;
}
