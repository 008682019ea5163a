/** How product IDs become URLs and back. */
export interface ProductAddress {
  /** URL of a product page, with `{id}`. */
  url: string;
  /** Finds the id in the path and query of a product page, whatever its slug. */
  pattern: RegExp;
  /** The case that ids are stored in; null where case does not matter. */
  letterCase: 'upper' | 'lower' | null;
  /** An id of this brand, for error messages. */
  example: string;
}

/** A retailer brand as configured. */
export interface Brand {
  id: string;
  displayName: string;
  /** The brand's main domain, without a scheme. */
  baseUrl: string;
  /** Every domain whose product addresses are this brand's. */
  domains: readonly string[];
  countries: readonly string[];
  freeShipping: boolean;
  /** Cents. Null means no minimum. */
  freeShippingThreshold: number | null;
  /** Null if not configured. */
  productAddress: ProductAddress | null;
}

/** The brand that owns this host, by domain or subdomain. */
export function brandOfHost<B extends Brand>(brands: readonly B[], host: string): B | null {
  const owns = (domain: string): boolean => host === domain || host.endsWith(`.${domain}`);
  return brands.find((brand) => brand.domains.some(owns)) ?? null;
}

/** Null if the URL isn't a product page. */
export function productIdIn({ productAddress: address }: Pick<Brand, 'productAddress'>, url: URL): string | null {
  const found = address?.pattern.exec(url.pathname + url.search)?.[1];
  return address && found !== undefined ? inStoredCase(address, found) : null;
}

/** Null if the brand has no such IDs. */
export function productUrlOf(brand: Pick<Brand, 'productAddress'>, productId: string): string | null {
  const address = brand.productAddress;
  if (!address) return null;
  const id = inStoredCase(address, productId);
  const url = URL.parse(address.url.replaceAll('{id}', () => id));
  return url && productIdIn(brand, url) === id ? url.href : null;
}

function inStoredCase({ letterCase }: ProductAddress, id: string): string {
  if (letterCase === 'upper') return id.toUpperCase();
  return letterCase === 'lower' ? id.toLowerCase() : id;
}

export function webAddress(text: string): URL | null {
  const url = URL.parse(text);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null;
}
