import type { World } from '../kit/world.ts';
import { webAddress } from './brands.ts';
import type { Connector } from './contract.ts';

export interface RoutedOrder<W extends World> {
  world: W;
  retailer: string;
  /** The store that it was sent to. Null: not sent yet, or not recorded by an older version. */
  store: string | null;
  status?: string;
  items: readonly { url: string }[];
  exchange?: { currency: string } | null | undefined;
}

const openStatuses: ReadonlySet<string> = new Set(['pending', 'in_progress']);

/**
 * Chooses among several stores of a brand: the first by priority that is on and not paused. An order stays with its
 * store once it was sent there or a person was asked.
 */
export function createStoreChoice(
  ofWorld: <W extends World>(world: W) => Connector<W>[],
  isOff: (world: World, name: string) => boolean,
) {
  /** Stores of one retailer, by priority. */
  const ofBrand = <W extends World>(world: W, name: string): Connector<W>[] =>
    ofWorld(world).filter((candidate) => candidate.retailers.includes(name));

  const isAvailable = (connector: Connector): boolean =>
    connector.isAvailable?.() !== false && (connector.store === undefined || !isOff(connector.world, connector.store));

  /** If none is available, the order waits for the first one. */
  const firstAvailable = <W extends World>(candidates: readonly Connector<W>[]): Connector<W> | undefined =>
    candidates.length > 1 ? (candidates.find(isAvailable) ?? candidates[0]) : candidates[0];

  /** Stores of the brand that sell these products in the order's currency. */
  function sellersIn<W extends World>({ world, retailer, items, exchange }: RoutedOrder<W>): Connector<W>[] {
    const stores = ofBrand(world, retailer);
    if (stores.length < 2) return stores;
    const sells = (store: Connector): boolean =>
      store.currency === (exchange?.currency ?? 'USD') &&
      items.every(({ url }) => {
        const address = webAddress(url);
        return address !== null && store.locate(address) !== null;
      });
    return stores.filter(sells);
  }

  function storeFor<W extends World>(order: RoutedOrder<W>): Connector<W> | undefined {
    const { world, retailer, store, status } = order;
    if (store !== null) return ofWorld(world).find((candidate) => candidate.store === store);
    if (status === undefined || openStatuses.has(status)) return firstAvailable(sellersIn(order));
    // Earlier versions used the store with the retailer's name.
    return ofBrand(world, retailer).find((candidate) => candidate.store === retailer);
  }

  return { ofBrand, firstAvailable, sellersIn, storeFor };
}
