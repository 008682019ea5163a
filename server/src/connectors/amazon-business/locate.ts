import type { Ability, ProductRef } from '../contract.ts';
import { isAddressOf, isDomainOf, type ProbeFinding, type Store } from '../store.ts';
import { bareHost, marketplaceIn } from './marketplaces.ts';
import type { AmazonOptions } from './settings.ts';

type Place = Pick<Store, 'name' | 'url' | 'also'>;

export const amazonAbilities: Ability[] = ['search', 'product', 'offers', 'checkout', 'quote', 'find', 'track'];

/** An ASIN: ten capital letters and digits. */
const asinOnly = /^[A-Z0-9]{10}$/;
const asinInPath = /\/(?:dp|gp\/product|gp\/aw\/d)\/([A-Z0-9]{10})(?=[/?]|$)/i;

export const asinIn = (text: string): string | null => {
  const asin = text.trim().toUpperCase();
  return asinOnly.test(asin) ? asin : null;
};

/** Only pages of this marketplace: another country may sell something else under the same ASIN. */
export function locate(store: Place, { market }: AmazonOptions, address: URL): ProductRef | null {
  if (bareHost(address.hostname) !== market.domain && !isAddressOf(store, address)) return null;
  const asin = asinInPath.exec(address.pathname)?.[1];
  return asin === undefined ? null : { retailer: store.name, productId: asin.toUpperCase() };
}

export const addressOf = (store: Pick<Store, 'url'>, { market }: AmazonOptions, asin: string): string =>
  `${store.url ?? `https://www.${market.domain}`}/dp/${asin}`;

export const servesDomain = (store: Place, { market }: AmazonOptions, domain: string): boolean =>
  bareHost(domain) === market.domain || isDomainOf(store, domain);

/** Recognizes Amazon by its domain. Nothing can be asked without credentials. */
export function recognize(url: URL): ProbeFinding | null {
  const market = marketplaceIn(url.hostname);
  if (!market) return null;
  const { code, region, domain, currency, hasTaxInPrices } = market;
  return {
    name: code === 'US' ? 'amazon' : `amazon-${code.toLowerCase()}`,
    displayName: 'Amazon',
    url: `https://www.${domain}`,
    apiUrl: null,
    currency,
    countries: [code === 'UK' ? 'GB' : code],
    abilities: amazonAbilities,
    settings: { region, marketplace: code },
    missing: [
      'credentials: client_id, client_secret and refresh_token from your Login with Amazon app.',
      'settings.buyer_email: a user of the business account who can place orders.',
      'settings.ordering_group: the ID of the buying group whose payment method is charged.',
      "settings.price_tolerance_percent: the tolerance in the account's order safeguards, ideally 0.",
      ...(hasTaxInPrices === false
        ? []
        : ['settings.principal_contains_tax: whether PRINCIPAL charges include tax. A trial order shows this.']),
      'consent: who allowed automated buying.',
    ],
  };
}
