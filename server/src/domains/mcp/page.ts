import { type Html, html, type PageParts } from '../../platform/http/index.ts';
import { money, type Summary } from './model.ts';

const frame = (title: string, body: Html): PageParts => ({
  title: `${title} · Errand`,
  description: 'Approve a purchase.',
  body: html`<main id="main"><section class="card"><h1>${title}</h1>${body}</section></main>`,
});

/** What would be bought, and for how much; nothing happens before the person says so. */
export function approvalPage(summary: Summary, address: string): PageParts {
  const { currency, price_components: price } = summary;
  const line = (words: string, cents: number) => html`<li>${words}: ${money(cents, currency)}</li>`;
  return frame(
    `Buy from ${summary.retailer} for ${money(price.total, currency)}?`,
    html`<p class="lead">An assistant that uses your key wants to buy this.</p>
<ul>${summary.items.map(({ quantity, url, unit_price_cents: unit }) => html`<li class="break">${String(quantity)} × ${money(unit, currency)}: ${url}</li>`)}</ul>
<ul>${line('Products', price.subtotal)}${line('Shipping', price.shipping)}${line('Tax', price.tax)}${line('Fees of the store', price.fees)}${line('Service fee', summary.service_fee_cents)}</ul>
<form method="post" action="${address}"><p><button name="answer" value="approve">Approve</button>
<button name="answer" value="deny">Deny</button></p></form>
<p>Did you not ask for this? Then deny it: nothing has been bought.</p>`,
  );
}

export const approvedPage = (): PageParts =>
  frame('Approved', html`<p class="lead">Go back to your assistant: it can buy this once now.</p>`);

export const deniedPage = (): PageParts => frame('Denied', html`<p class="lead">Nothing is bought.</p>`);

export const overPage = (): PageParts =>
  frame(
    'Nothing to approve',
    html`<p class="lead">This approval was answered or used, or it has expired. Ask your assistant for a new one.</p>`,
  );
