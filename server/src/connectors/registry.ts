import type { World } from '../kit/world.ts';
import { type Brand, brandOfHost } from './brands.ts';
import type { Ability, Connector, ProductRef } from './contract.ts';

/** Which connector serves a retailer or a product's address. The world is part of every question. */
export interface Registry {
  /** By a brand's identifier (`walmart`), its domain (`walmart.com`) or the domain of a store (`shop.example.com`). */
  forRetailer<W extends World>(world: W, retailer: string): { connector: Connector<W>; retailer: string } | null;
  /** The one name of a retailer, whichever of its names is given: orders, limits and policies are compared by it. */
  nameOf(world: World, retailer: string): string;
  /** By the address of a product; null when no store of this world recognises a product there. */
  forUrl<W extends World>(world: W, url: string): { connector: Connector<W>; ref: ProductRef } | null;
  /** The retailer of this world that the address belongs to, whatever it shows; null when none is served there. */
  ownerOf(world: World, url: string): string | null;
  /** By retailer and the product's id there; null when it serves no such retailer or the id cannot be one of its. */
  forProduct<W extends World>(world: W, ref: ProductRef): { connector: Connector<W>; url: string } | null;
  /** What a product id of this brand looks like; null where it is not known. */
  exampleIdOf(retailer: string): string | null;
  /** Whether things can be bought there now, or asked of it what `ability` names. */
  supports(world: World, retailer: string, ability?: Ability): boolean;
  /** The brands served in this world, in the connectors' order. */
  retailers(world: World): string[];
  /** Every connector of this deployment, of both worlds. */
  connectors(): readonly Connector[];
  /** Whether this deployment has any connector of this world. */
  hasWorld(world: World): boolean;
}

/** What a retailer that is switched off is not asked for: new business. What was bought there is still looked after. */
const switchableAbilities: ReadonlySet<Ability> = new Set(['search', 'product', 'offers', 'checkout']);

/**
 * Connectors come and go while the service runs: then a function answers those of now. `isOff` says whether an operator
 * switched a retailer off; it is asked often and has to be quick.
 */
export function createRegistry(
  connectors: readonly Connector[] | (() => readonly Connector[]),
  isOff: (world: World, retailer: string) => boolean = () => false,
  brands: readonly Brand[] = [],
): Registry {
  const all = typeof connectors === 'function' ? connectors : () => connectors;
  checkUniqueRetailers(all());
  const brandOf = (domain: string): string | null => brandOfHost(brands, domain)?.id ?? null;

  const ofWorld = <W extends World>(world: W): Connector<W>[] =>
    all().filter((connector): connector is Connector<W> => connector.world === world);

  const forRetailer = <W extends World>(world: W, retailer: string) => {
    const name = retailer.trim().toLowerCase();
    const named = ofWorld(world).find((candidate) => candidate.retailers.includes(name));
    if (named) return { connector: named, retailer: name };
    const connector = ofWorld(world).find((candidate) => candidate.servesDomain(name));
    if (connector) return { connector, retailer: retailerAt(connector, name) };
    const brand = name.includes('.') ? brandOf(name) : null;
    const owner = brand === null ? undefined : ofWorld(world).find((candidate) => candidate.retailers.includes(brand));
    return brand !== null && owner ? { connector: owner, retailer: brand } : null;
  };

  return {
    forRetailer,
    nameOf(world, retailer) {
      const name = retailer.trim().toLowerCase();
      // A brand that is not served any more may still have orders.
      return forRetailer(world, name)?.retailer ?? (name.includes('.') ? brandOf(name) : null) ?? name;
    },
    forUrl(world, url) {
      const address = webAddress(url);
      if (!address) return null;
      for (const connector of ofWorld(world)) {
        const ref = connector.locate(address);
        if (ref) return { connector, ref };
      }
      return null;
    },
    ownerOf(world, url) {
      const address = webAddress(url);
      return address && (forRetailer(world, address.hostname)?.retailer ?? null);
    },
    forProduct(world, { retailer, productId }) {
      const served = forRetailer(world, retailer);
      const url = served?.connector.addressOf?.({ retailer: served.retailer, productId }) ?? null;
      return served && url !== null ? { connector: served.connector, url } : null;
    },
    exampleIdOf: (retailer) => brands.find(({ id }) => id === retailer)?.productAddress?.example ?? null,
    supports(world, retailer, ability = 'checkout') {
      const served = forRetailer(world, retailer);
      if (!served?.connector.abilities.has(ability)) return false;
      return !switchableAbilities.has(ability) || !isOff(world, served.retailer);
    },
    retailers: (world) => ofWorld(world).flatMap((connector) => connector.retailers),
    connectors: () => all(),
    hasWorld: (world) => ofWorld(world).length > 0,
  };
}

/** People at the desk buy at many domains; a store's connector knows its own under one name. */
function retailerAt(connector: Connector, domain: string): string {
  const address = webAddress(`https://${domain}/`);
  return (address && connector.locate(address)?.retailer) ?? onlyRetailerOf(connector) ?? domain;
}

/** A connector of one store knows it under one name, whichever of its domains was asked for. */
function onlyRetailerOf({ retailers }: Connector): string | null {
  const [only, ...others] = retailers;
  return only !== undefined && others.length === 0 ? only : null;
}

function webAddress(text: string): URL | null {
  const url = URL.parse(text);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null;
}

/** Two connectors for one retailer of one world would make it a matter of luck which account buys. */
function checkUniqueRetailers(connectors: readonly Connector[]): void {
  const ownerByRetailer = new Map<string, string>();
  for (const connector of connectors) {
    for (const retailer of connector.retailers) {
      const key = `${connector.world} ${retailer}`;
      const owner = ownerByRetailer.get(key);
      if (owner) {
        throw new Error(
          `Both "${owner}" and "${connector.name}" serve ${retailer} (${connector.world}): configure one.`,
        );
      }
      ownerByRetailer.set(key, connector.name);
    }
  }
}
