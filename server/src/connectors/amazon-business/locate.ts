import type { ProductRef } from '../contract.ts';
import { isAddressOf, isDomainOf, type Store } from '../store.ts';
import { bareHost } from './marketplaces.ts';
import type { AmazonOptions } from './settings.ts';

type Place = Pick<Store, 'name' | 'url' | 'also'>;

/** An ASIN: ten capital letters and digits. */
const asinOnly = /^[A-Z0-9]{10}$/;
const asinInPath = /\/(?:dp|gp\/product|gp\/aw\/d)\/([A-Z0-9]{10})(?=[/?]|$)/i;

export const asinIn = (text: string): string | null => {
  const asin = text.trim().toUpperCase();
  return asinOnly.test(asin) ? asin : null;
};

/** The product page of the marketplace: another country's shop may sell something else under the same ASIN. */
export function locate(store: Place, { market }: AmazonOptions, address: URL): ProductRef | null {
  if (bareHost(address.hostname) !== market.domain && !isAddressOf(store, address)) return null;
  const asin = asinInPath.exec(address.pathname)?.[1];
  return asin === undefined ? null : { retailer: store.name, productId: asin.toUpperCase() };
}

export const addressOf = (store: Pick<Store, 'url'>, { market }: AmazonOptions, asin: string): string =>
  `${store.url ?? `https://www.${market.domain}`}/dp/${asin}`;

export const servesDomain = (store: Place, { market }: AmazonOptions, domain: string): boolean =>
  bareHost(domain) === market.domain || isDomainOf(store, domain);
