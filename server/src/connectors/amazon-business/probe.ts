import type { ProbeFinding } from '../store.ts';
import { marketplaceIn } from './marketplaces.ts';

/** By the address alone: nothing at Amazon is asked without credentials. */
export async function probe(url: URL): Promise<ProbeFinding | null> {
  const market = marketplaceIn(url.hostname);
  if (!market) return null;
  const { code, region, domain, currency } = market;
  return {
    name: code === 'US' ? 'amazon' : `amazon-${code.toLowerCase()}`,
    displayName: 'Amazon',
    url: `https://www.${domain}`,
    apiUrl: null,
    currency,
    countries: [code === 'UK' ? 'GB' : code],
    abilities: ['search', 'product', 'offers', 'checkout', 'quote', 'find', 'track'],
    settings: { region, marketplace: code },
    missing: [
      'credentials: client_id, client_secret and refresh_token of your Login with Amazon app.',
      'settings.buyer_email: a user of the business account who may buy.',
      'settings.ordering_group: the id of the buying group whose payment method is charged.',
      "settings.price_tolerance_percent: the tolerance in the account's order safeguards, ideally 0.",
      'consent: who allowed automated buying.',
    ],
  };
}
