import { type Brand, brandOfHost, type ProductAddress, productIdIn, productUrlOf } from '../brands.ts';
import type { ProductRef } from '../contract.ts';

/** Which retailers people buy from: brands and domains, or any website. */
export interface DeskScope {
  retailers: ReadonlySet<string>;
  isEverywhere: boolean;
}

/** `*`, or names of brands and domains, separated by commas. */
export function readScope(text: readonly string[]): DeskScope {
  const names = text.map((name) => name.trim().toLowerCase()).filter((name) => name !== '');
  return { retailers: new Set(names.filter((name) => name !== '*')), isEverywhere: names.includes('*') };
}

const isUnder = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** Whether a public store can have this host name. IP addresses and names without a dot can't. */
const publicName = /^(?:(?!-)[a-z0-9-]{1,63}(?<!-)\.)+[a-z]{2,63}$/;

interface Where {
  scope: DeskScope;
  brands: readonly Brand[];
  /** For tests and local machines: allows any host name. */
  allowPrivate: boolean;
}

/** The retailer that an address belongs to, or null where the desk does not buy. */
export function retailerOf({ scope, brands, allowPrivate }: Where, url: URL): string | null {
  const host = url.hostname.replace(/^www\./, '');
  const brand = brands.find(({ domains }) => domains.some((domain) => isUnder(host, domain)));
  if (brand) return scope.isEverywhere || scope.retailers.has(brand.id) ? brand.id : null;
  const named = [...scope.retailers].find((domain) => domain.includes('.') && isUnder(host, domain));
  if (named) return named;
  return scope.isEverywhere && (allowPrivate || publicName.test(host)) ? host : null;
}

/**
 * The brand's own ID if its main site has one for this page. Otherwise the encoded URL, because another country's
 * site may use the same ID for another product.
 */
export function productIdOf(brands: readonly Brand[], url: URL): string {
  const brand = brandOfHost(brands, url.hostname);
  const id = brand?.productAddress && isMainSite(brand.productAddress, url) ? productIdIn(brand, url) : null;
  return id ?? Buffer.from(url.href).toString('base64url');
}

const isMainSite = (address: ProductAddress, { hostname }: URL): boolean =>
  bare(new URL(address.url).hostname) === bare(hostname);

const bare = (host: string): string => host.replace(/^www\./, '');

/** The page of a product; null when the id is not one of this retailer. */
export function addressOf(where: Where, { retailer, productId }: ProductRef): string | null {
  const brand = where.brands.find(({ id }) => id === retailer);
  return deskAddressOf(brand ?? null, productId, (url) => retailerOf(where, url) === retailer);
}

/** By the brand's own id or an encoded address; null when it is neither, or not served here. */
export function deskAddressOf(brand: Brand | null, productId: string, isServed: (url: URL) => boolean): string | null {
  const url = URL.parse((brand && productUrlOf(brand, productId)) ?? decodedAddress(productId));
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  return isServed(url) ? url.href : null;
}

const decodedAddress = (productId: string): string =>
  /^[A-Za-z0-9_-]{8,3000}$/.test(productId) ? Buffer.from(productId, 'base64url').toString() : '';
