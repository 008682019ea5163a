import { type Html, html, type PageParts } from '../../../../platform/http/index.ts';
import { testCards } from './model.ts';
import type { SetupRow } from './sql-cards.ts';

const statusTexts: Record<SetupRow['status'], { title: string; text: string }> = {
  requires_action: {
    title: 'No card saved yet',
    text: 'Stripe has not confirmed the card. Reload this page in a moment.',
  },
  succeeded: { title: 'Card saved', text: 'You can now pay for orders with this card.' },
  expired: { title: 'Link expired', text: 'No card was saved. Start again from your wallet.' },
};

/** The page a person returns to from Stripe. In the sandbox, the page to choose a test card. */
export function setupPage(setup: SetupRow): PageParts {
  const isTestPage = setup.world === 'test' && setup.status === 'requires_action';
  const { title, text } = isTestPage
    ? { title: 'Save a test card', text: 'Test mode. No real charges. Choose how the card behaves.' }
    : statusTexts[setup.status];
  return {
    title: `${title} · Errand`,
    description: 'Save a card.',
    body: html`<main id="main"><section class="card"><h1>${title}</h1><p class="lead">${text}</p>${isTestPage ? cardForm(setup) : null}
<p>${returnLink(setup)}</p></section></main>`,
  };
}

const cardForm = ({ id }: SetupRow): Html => html`<form method="post" action="/card-setups/${id}">
${testCards.map(
  (card) =>
    html`<p><button name="card" value="${card.id}">${card.brand} ending in ${card.last4}: ${card.name}</button></p>`,
)}
</form>`;

/** A link, no redirect: our pages never send a browser to another site by themselves. */
const returnLink = ({ return_url: url }: SetupRow): Html =>
  url === null
    ? html`<a href="/app/wallet">Go to wallet</a>`
    : html`<a href="${url}" rel="noopener">Continue to ${new URL(url).host}</a>`;
