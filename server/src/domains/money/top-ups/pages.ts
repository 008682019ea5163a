import { formatCents } from '../../../kit/money.ts';
import { type Html, html, type PageParts } from '../../../platform/http/index.ts';
import type { TopUpRow } from './sql.ts';

const statusTexts: Record<TopUpRow['status'], (amount: string) => { title: string; text: string }> = {
  requires_action: () => ({
    title: 'Not paid yet',
    text: 'Your payment is not confirmed yet. This page tells more when you open it again; the wallet fills by itself.',
  }),
  succeeded: (amount) => ({ title: 'Paid', text: `${amount} came onto the wallet.` }),
  failed: () => ({
    title: 'Declined',
    text: 'The payment did not go through, and nothing was charged. You can try again with a new one.',
  }),
  expired: () => ({
    title: 'Too late',
    text: 'This page to pay on was good for a day. Nothing was charged; start again from the wallet.',
  }),
  refunded: (amount) => ({ title: 'Given back', text: `${amount} went back to where it was paid from.` }),
};

/** What the payer comes back to, and in the sandbox the page to pay on. */
export function topUpPage(topUp: TopUpRow): PageParts {
  const amount = formatCents(topUp.amount_cents);
  const isPlayMoney = topUp.provider === 'sandbox';
  const isOpen = topUp.status === 'requires_action' && topUp.arrives_at === null;
  const { title, text } = statusTexts[topUp.status](amount);
  const main = isPlayMoney && isOpen ? outcomeForm(topUp, amount) : html`<h1>${title}</h1><p class="lead">${text}</p>`;
  return {
    title: isPlayMoney && isOpen ? `Pay ${amount} · Errand` : `${title} · Errand`,
    description: 'A payment into a wallet.',
    body: html`<main id="main"><section class="card">${main}${retryPaymentLink(topUp)}
<p>${returnLink(topUp)}</p></section></main>`,
  };
}

function outcomeForm({ id }: TopUpRow, amount: string): Html {
  return html`<h1>Pay ${amount} with play money</h1>
<p class="lead">This is the sandbox: nobody is charged anything. Choose how the payment goes.</p>
<form method="post" action="/top-ups/${id}">
<p><button name="outcome" value="pay">Pay ${amount}</button></p>
<p><button name="outcome" value="slow">Pay, but take a while</button></p>
<p><button name="outcome" value="decline">Decline</button></p>
</form>`;
}

const retryPaymentLink = (topUp: TopUpRow): Html | null =>
  topUp.provider === 'stripe' && topUp.status === 'requires_action' && topUp.pay_url !== null
    ? html`<p><a href="${topUp.pay_url}">Back to the payment</a></p>`
    : null;

/** A link and no redirect: opening an address of ours sends no browser to another site. */
function returnLink({ return_url: url }: TopUpRow): Html {
  return url === null
    ? html`<a href="/app/wallet">To the wallet</a>`
    : html`<a href="${url}" rel="noopener">Go on to ${new URL(url).host}</a>`;
}
