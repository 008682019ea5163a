/** A brand that this deployment knows. Whether things can be bought there is the registry's to say. */
export interface Retailer {
  /** The identifier that clients send: lower case, without dots, so that it is never mistaken for a store's domain. */
  id: string;
  displayName: string;
  baseUrl: string;
  domains: readonly string[];
  /** Where this brand delivers, as ISO 3166-1 alpha-2 codes. */
  countries: readonly string[];
  freeShipping: boolean;
  /** Cents. Null means no minimum. */
  freeShippingThreshold: number | null;
  /** How its product ids become URLs and back; null where nobody configured it. */
  productAddress: { url: string; pattern: RegExp; letterCase: 'upper' | 'lower' | null; example: string } | null;
}

export function retailerById(retailers: readonly Retailer[], id: string): Retailer | null {
  return retailers.find((retailer) => retailer.id === id) ?? null;
}

/** A part of the display name or of the identifier, whatever its case and accents: "pokemon" finds Pokémon Center. */
export function matchesName(retailer: Retailer, name: string): boolean {
  const wanted = fold(name);
  return fold(retailer.displayName).includes(wanted) || fold(retailer.id).includes(wanted);
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** What keeps two entries apart. Null when nothing is wrong. */
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
