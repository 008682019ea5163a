import type { World } from '../kit/world.ts';
import { type Brand, brandOfHost, webAddress } from './brands.ts';
import { createStoreChoice, type RoutedOrder } from './choose-store.ts';
import type { Ability, Connector, ProductRef } from './contract.ts';

/** Which connector serves a retailer or a product's address. The world is part of every question. */
export interface Registry {
  /** The store of its brand that this order is bought at, or was bought at. Null: it is not configured any more. */
  forOrder<W extends World>(order: RoutedOrder<W>): { connector: Connector<W>; retailer: string } | null;
  /** Every store that may have sold this order: the one it was sent to, or, where that is not known, all of its brand. */
  sellersOf<W extends World>(order: RoutedOrder<W>): Connector<W>[];
  isBrand(name: string): boolean;
  /** Whether an operator switched this retailer or store off. */
  isOff(world: World, name: string): boolean;
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
      // A brand that is not served any more may still have orders.
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

/** Two connectors for one retailer of one world would make it a matter of luck which account buys. */
function checkUniqueRetailers(connectors: readonly Connector[]): void {
  const ownerByRetailer = new Map<string, string>();
  for (const connector of connectors.filter(({ store }) => store === undefined)) {
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
