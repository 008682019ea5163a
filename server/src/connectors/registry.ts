import type { World } from '../kit/world.ts';
import { type Brand, brandOfHost, webAddress } from './brands.ts';
import { createStoreChoice, type RoutedOrder } from './choose-store.ts';
import type { Ability, Connector, ProductRef } from './contract.ts';

/** Finds the connector of a retailer or product URL in one mode. */
export interface Registry {
  /** The store of this order. Null if it is no longer configured. */
  forOrder<W extends World>(order: RoutedOrder<W>): { connector: Connector<W>; retailer: string } | null;
  /** Every store that may have sold this order: the recorded one, or all of its brand. */
  sellersOf<W extends World>(order: RoutedOrder<W>): Connector<W>[];
  isBrand(name: string): boolean;
  /** Whether an operator switched this retailer or store off. */
  isOff(world: World, name: string): boolean;
  /** By a brand's identifier (`walmart`), its domain (`walmart.com`) or the domain of a store (`shop.example.com`). */
  forRetailer<W extends World>(world: W, retailer: string): { connector: Connector<W>; retailer: string } | null;
  /** The canonical name of a retailer, used in orders, limits and policies. */
  nameOf(world: World, retailer: string): string;
  /** By product URL. Null if no store recognizes it. */
  forUrl<W extends World>(world: W, url: string): { connector: Connector<W>; ref: ProductRef } | null;
  /** The retailer of a URL, whether or not it is a product page. */
  ownerOf(world: World, url: string): string | null;
  /** By retailer and product ID. Null if the retailer isn't served or the ID isn't valid there. */
  forProduct<W extends World>(world: W, ref: ProductRef): { connector: Connector<W>; url: string } | null;
  /** An example product ID of this brand, or null. */
  exampleIdOf(retailer: string): string | null;
  /** Whether the retailer supports `ability` now (default: checkout). */
  supports(world: World, retailer: string, ability?: Ability): boolean;
  /** The brands served in this world, in the connectors' order. */
  retailers(world: World): string[];
  /** Every connector of this deployment, of both worlds. */
  connectors(): readonly Connector[];
  /** Whether this deployment has any connector of this world. */
  hasWorld(world: World): boolean;
}

/** Abilities that stop when a retailer is off. Placed orders are still tracked. */
const switchableAbilities: ReadonlySet<Ability> = new Set(['search', 'product', 'offers', 'checkout']);

/** `connectors` is a function if they change at runtime. `isOff` is called often and must be fast. */
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

  const { ofBrand, firstAvailable, sellersIn, ...choice } = createStoreChoice(ofWorld, isOff);

  const forRetailer = <W extends World>(world: W, retailer: string) => {
    const name = retailer.trim().toLowerCase();
    const named = firstAvailable(ofBrand(world, name));
    if (named) return { connector: named, retailer: name };
    const connector = ofWorld(world).find((candidate) => candidate.servesDomain(name));
    if (connector) return { connector, retailer: retailerAt(connector, name) };
    const brand = name.includes('.') ? brandOf(name) : null;
    const owner = brand === null ? undefined : ofWorld(world).find((candidate) => candidate.retailers.includes(brand));
    return brand !== null && owner ? { connector: owner, retailer: brand } : null;
  };

  return {
    forRetailer,
    forOrder(order) {
      const { world, retailer } = order;
      const connector = choice.storeFor(order);
      if (connector) return { connector, retailer };
      return order.store === null ? forRetailer(world, retailer) : null;
    },
    sellersOf(order) {
      if (order.store === null && ofBrand(order.world, order.retailer).length > 1) return sellersIn(order);
      const route = this.forOrder(order);
      return route ? [route.connector] : [];
    },
    isOff,
    isBrand: (name) => brands.some(({ id }) => id === name),
    nameOf(world, retailer) {
      const name = retailer.trim().toLowerCase();
      // A brand that is no longer served may still have orders.
      return forRetailer(world, name)?.retailer ?? (name.includes('.') ? brandOf(name) : null) ?? name;
    },
    forUrl(world, url) {
      const address = webAddress(url);
      if (!address) return null;
      for (const connector of ofWorld(world)) {
        const first = connector.locate(address);
        if (!first) continue;
        const sharing = ofBrand(world, first.retailer).filter((other) => other.locate(address));
        const chosen = (sharing.length > 1 && firstAvailable(sharing)) || connector;
        return { connector: chosen, ref: chosen.locate(address) ?? first };
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
      if (!switchableAbilities.has(ability)) return true;
      return !isOff(world, served.retailer) && !isOff(world, served.connector.store ?? served.retailer);
    },
    retailers: (world) => [...new Set(ofWorld(world).flatMap((connector) => connector.retailers))],
    connectors: () => all(),
    hasWorld: (world) => ofWorld(world).length > 0,
  };
}

/** The retailer name of a domain. The desk serves many domains, other connectors one store. */
function retailerAt(connector: Connector, domain: string): string {
  const address = webAddress(`https://${domain}/`);
  return (address && connector.locate(address)?.retailer) ?? onlyRetailerOf(connector) ?? domain;
}

function onlyRetailerOf({ retailers }: Connector): string | null {
  const [only, ...others] = retailers;
  return only !== undefined && others.length === 0 ? only : null;
}

/** Two connectors for one retailer would make the buying account ambiguous. */
function checkUniqueRetailers(connectors: readonly Connector[]): void {
  const ownerByRetailer = new Map<string, string>();
  for (const connector of connectors.filter(({ store }) => store === undefined)) {
    for (const retailer of connector.retailers) {
      const key = `${connector.world} ${retailer}`;
      const owner = ownerByRetailer.get(key);
      if (owner) {
        throw new Error(
          `Both "${owner}" and "${connector.name}" serve ${retailer} (${connector.world}): configure only one.`,
        );
      }
      ownerByRetailer.set(key, connector.name);
    }
  }
}
