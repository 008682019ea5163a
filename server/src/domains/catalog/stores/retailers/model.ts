/** A configured brand. The registry knows whether it can be bought from. */
export interface Retailer {
  /** ID in the API. Without dots, so it can't be a domain. */
  id: string;
  displayName: string;
  baseUrl: string;
  domains: readonly string[];
  /** Countries that it ships to (ISO 3166-1 alpha-2). */
  countries: readonly string[];
  freeShipping: boolean;
  /** Cents. Null means no minimum. */
  freeShippingThreshold: number | null;
  /** How product IDs become URLs and back. Null if not configured. */
  productAddress: { url: string; pattern: RegExp; letterCase: 'upper' | 'lower' | null; example: string } | null;
}

export function retailerById(retailers: readonly Retailer[], id: string): Retailer | null {
  return retailers.find((retailer) => retailer.id === id) ?? null;
}

/** Ignores case and accents: "pokemon" finds Pokémon Center. */
export function matchesName(retailer: Retailer, name: string): boolean {
  const wanted = fold(name);
  return fold(retailer.displayName).includes(wanted) || fold(retailer.id).includes(wanted);
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Finds duplicate IDs and domains. Null if valid. */
export function findConflict(retailers: readonly Retailer[]): string | null {
  const ownersByDomain = new Map<string, string>();
  const ids = new Set<string>();
  for (const { id, baseUrl, domains } of retailers) {
    if (ids.has(id)) return `"${id}" is listed twice`;
    ids.add(id);
    if (!domains.includes(baseUrl)) return `the domains of "${id}" do not include its base_url "${baseUrl}"`;
    for (const domain of new Set(domains)) {
      const owner = ownersByDomain.get(domain);
      if (owner) return `"${owner}" and "${id}" both claim the domain "${domain}"`;
      ownersByDomain.set(domain, id);
    }
  }
  return null;
}
