import { oneOf } from '../../kit/fields.ts';

/** The regions of the API, by the host that serves them. */
export const regionHosts = {
  na: 'https://na.business-api.amazon.com',
  eu: 'https://eu.business-api.amazon.com',
  jp: 'https://jp.business-api.amazon.com',
} as const;
export type Region = keyof typeof regionHosts;

export interface Marketplace {
  /** What Amazon's APIs call `region`. */
  code: string;
  region: Region;
  /** Domain of the storefront. */
  domain: string;
  /** Amazon's ID of the marketplace. */
  id: string;
  currency: string;
  locale: string;
  /** Whether prices contain tax. Null: unknown, so the operator must set it. */
  hasTaxInPrices: boolean | null;
}

/** Its code, which Amazon's APIs call `region`; then region, domain, id, currency, locale, and whether prices contain tax. */
const rows = [
  ['US', 'na', 'amazon.com', 'ATVPDKIKX0DER', 'USD', 'en_US', false],
  ['CA', 'na', 'amazon.ca', 'A2EUQ1WTGCTBG2', 'CAD', 'en_CA', false],
  ['MX', 'na', 'amazon.com.mx', 'A1AM78C64UM0Y8', 'MXN', 'es_MX', false],
  // GB in addresses.
  ['UK', 'eu', 'amazon.co.uk', 'A1F83G8C2ARO7P', 'GBP', 'en_GB', true],
  ['DE', 'eu', 'amazon.de', 'A1PA6795UKMFR9', 'EUR', 'de_DE', true],
  ['FR', 'eu', 'amazon.fr', 'A13V1IB3VIYZZH', 'EUR', 'fr_FR', true],
  ['IT', 'eu', 'amazon.it', 'APJ6JRA9NG5V4', 'EUR', 'it_IT', true],
  ['ES', 'eu', 'amazon.es', 'A1RKKUPIHCS9HS', 'EUR', 'es_ES', true],
  ['IN', 'eu', 'amazon.in', 'A21TJRUUN4KGV', 'INR', 'en_IN', true],
  ['JP', 'jp', 'amazon.co.jp', 'A1VC38T7YXB528', 'JPY', 'ja_JP', true],
  ['AU', 'jp', 'amazon.com.au', 'A39IBJ37TRP1C6', 'AUD', 'en_AU', null],
] as const;

export const marketplaces: readonly Marketplace[] = rows.map(
  ([code, region, domain, id, currency, locale, hasTaxInPrices]) => ({
    code,
    region,
    domain,
    id,
    currency,
    locale,
    hasTaxInPrices,
  }),
);

/** Accepts the code, the domain or Amazon's ID. */
export function marketplaceIn(text: string): Marketplace | null {
  const wanted = text.trim().toUpperCase();
  const domain = bareHost(text.trim().toLowerCase());
  const name = wanted === 'GB' ? 'UK' : wanted;
  return marketplaces.find((known) => known.code === name || known.domain === domain || known.id === wanted) ?? null;
}

/** Accepts the region's name or one of its marketplaces. */
export function regionIn(text: string): Region | null {
  const wanted = text.trim().toLowerCase();
  if (wanted === 'fe') return 'jp';
  return oneOf(['na', 'eu', 'jp'] as const, wanted) ?? marketplaceIn(text)?.region ?? null;
}

/** `amazon.com` for www.amazon.com, smile.amazon.com and m.amazon.com. */
export const bareHost = (host: string): string => host.replace(/^(?:www|smile|m)\./, '');
