/** A retailer brand as the operator configured it; connectors recognise its addresses and keep to its rules. */
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
}

/** The brand whose domain, or a subdomain of it, this host is. */
export function brandOfHost<B extends Brand>(brands: readonly B[], host: string): B | null {
  const owns = (domain: string): boolean => host === domain || host.endsWith(`.${domain}`);
  return brands.find((brand) => brand.domains.some(owns)) ?? null;
}
