import { type Brand, productIdIn } from '../../../../connectors/brands.ts';

/** A brand that this deployment knows. Whether things can be bought there is the registry's to say. */
export type Retailer = Brand;

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
  for (const retailer of retailers) {
    const { id, baseUrl, domains } = retailer;
    if (ids.has(id)) return `"${id}" is listed twice`;
    ids.add(id);
    const fault = productFault(retailer);
    if (fault) return fault;
    if (!domains.includes(baseUrl)) return `the domains of "${id}" do not hold its base_url "${baseUrl}"`;
    for (const domain of new Set(domains)) {
      const owner = ownersByDomain.get(domain);
      if (owner) return `"${owner}" and "${id}" both claim the domain "${domain}"`;
      ownersByDomain.set(domain, id);
    }
  }
  return null;
}

/** The product's page must be the brand's, and its pattern must find the id there again. */
function productFault(retailer: Retailer): string | null {
  const { id, domains, productAddress: address } = retailer;
  if (!address) return null;
  const url = new URL(address.url.replaceAll('{id}', () => address.example));
  const isOwn = domains.some((domain) => url.hostname === domain || url.hostname.endsWith(`.${domain}`));
  if (!isOwn) return `the product url of "${id}" is not on one of its domains`;
  if (productIdIn(retailer, url) === address.example) return null;
  return `the product pattern of "${id}" does not find "${address.example}" in ${url.href}`;
}
