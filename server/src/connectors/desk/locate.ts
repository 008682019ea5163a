import type { Brand } from '../brands.ts';
import type { ProductRef } from '../contract.ts';

/** Which retailers people buy from: brands of the catalogue and domains, or any address at all. */
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

/** A name that a shop can have on the public network; addresses of machines and names without a dot are none. */
const publicName = /^(?:(?!-)[a-z0-9-]{1,63}(?<!-)\.)+[a-z]{2,63}$/;

interface Where {
  scope: DeskScope;
  brands: readonly Brand[];
  /** For tests and machines at home: shops under any name. */
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

/** A product is its address: the path and what follows, written so that it fits into a path of ours. */
export function productIdOf(url: URL): string {
  return Buffer.from(url.href).toString('base64url');
}

/** The address behind such an id; null when it is none, or not one of this retailer. */
export function addressOf(where: Where, { retailer, productId }: ProductRef): string | null {
  return deskAddressOf(productId, (url) => retailerOf(where, url) === retailer)?.href ?? null;
}

export function deskAddressOf(productId: string, isServed: (url: URL) => boolean): URL | null {
  if (!/^[A-Za-z0-9_-]{8,3000}$/.test(productId)) return null;
  const url = URL.parse(Buffer.from(productId, 'base64url').toString());
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  return isServed(url) ? url : null;
}
