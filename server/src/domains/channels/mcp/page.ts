import { formatMoment } from '../../../kit/clock.ts';
import { type Html, html, type PageParts } from '../../../platform/http/index.ts';
import { addressLines, moneyText, oneLine, paymentText, taxLabel, variantText } from '../../orders/orders/index.ts';
import type { Summary } from './summary.ts';

const frame = (title: string, body: Html): PageParts => ({
  title: `${title} · Errand`,
  description: 'Approve a purchase.',
  body: html`<main id="main"><section class="card"><h1>${title}</h1>${body}</section></main>`,
});

const factList = (rows: readonly (readonly [name: string, value: string | Html])[]): Html =>
  html`<dl class="facts">${rows.map(([name, value]) => html`<dt>${name}</dt><dd class="break">${value}</dd>`)}</dl>`;

function itemOf({ currency, items }: Summary): Html {
  return html`<ul>${items.map(({ url, title, variant, quantity, unit_price_cents: unit }) => {
    const options = variantText(variant);
    return html`<li class="break"><strong>${String(quantity)} × ${title === null ? 'Title not available yet' : oneLine(title)}</strong>${
      options === '' ? '' : html` (${options})`
    }<br>${unit === null ? 'Price confirmed at checkout' : `${moneyText(unit, currency)} each`}<br><span class="quiet">${oneLine(url)}</span></li>`;
  })}</ul>`;
}

/** The approval page. Nothing is bought before the person approves. */
export function approvalPage(summary: Summary, expiresAt: Date, address: string): PageParts {
  const { currency, price_components: price, service_fee_cents: fee, requested_by: by } = summary;
  const money = (cents: number) => moneyText(cents, currency);
  return frame(
    `Buy from ${summary.retailer} for ${money(price.total + fee)}?`,
    html`<p class="lead">The order won't be placed until you approve it.</p>
<h2>Items</h2>${itemOf(summary)}
<h2>Ship to</h2><p class="break">${addressLines(summary.ship_to).map((line) => html`${line}<br>`)}</p>
<h2>Price</h2>${factList([
      ['Items', money(price.subtotal)],
      ['Shipping', money(price.shipping)],
      [taxLabel(price), money(price.tax)],
      ['Store fees', money(price.fees)],
      ['Service fee', money(fee)],
      ['Total', html`<strong>${money(price.total + fee)}</strong>`],
      ['Maximum charge', money(summary.max_charge_cents)],
      ['Paid with', paymentText(summary.payment)],
    ])}
<h2>Request</h2>${factList([
      ['Store', oneLine(summary.retailer)],
      ['Key', oneLine(by.key)],
      ['Agent', by.agent === null ? 'Not provided' : oneLine(by.agent)],
      ['Reason', by.reason === null ? 'Not provided' : oneLine(by.reason)],
      ['Why approval is needed', summary.rules.map(({ text }) => text).join(' ')],
      ['Expires', formatMoment(expiresAt)],
    ])}
<form method="post" action="${address}"><p><button name="answer" value="approve">Approve</button>
<button class="plain" name="answer" value="deny">Decline</button></p></form>
<p>Don't recognize this request? Decline it.</p>`,
  );
}

export const approvedPage = (): PageParts =>
  frame('Approved', html`<p class="lead">Go back to your assistant. It can place this order once.</p>`);

export const deniedPage = (): PageParts => frame('Declined', html`<p class="lead">Nothing was bought.</p>`);

export const closedPage = (): PageParts =>
  frame(
    'Nothing to approve',
    html`<p class="lead">This request was already approved, declined or used, or it has expired. Ask your assistant for a new one.</p>`,
  );
