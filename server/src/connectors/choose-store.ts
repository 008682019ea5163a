import type { World } from '../kit/world.ts';
import { webAddress } from './brands.ts';
import type { Connector } from './contract.ts';

export interface RoutedOrder<W extends World> {
  world: W;
  retailer: string;
  /** The store of its brand that it was sent to; null: not sent yet, or by a version that did not record it. */
  store: string | null;
  status?: string;
  items: readonly { url: string }[];
  exchange?: { currency: string } | null | undefined;
}

const openStatuses: ReadonlySet<string> = new Set(['pending', 'in_progress']);

/**
 * Which of several stores of a brand buys: the first by priority that is on and not paused after failures. Once an order was
 * sent to a store, or a person was asked there, it stays with it.
 */
export function createStoreChoice(
  ofWorld: <W extends World>(world: W) => Connector<W>[],
  isOff: (world: World, name: string) => boolean,
) {
  /** Stores of one retailer, in the order in which they are to be used. */
  const ofBrand = <W extends World>(world: W, name: string): Connector<W>[] =>
    ofWorld(world).filter((candidate) => candidate.retailers.includes(name));

  const isAvailable = (connector: Connector): boolean =>
    connector.isAvailable?.() !== false && (connector.store === undefined || !isOff(connector.world, connector.store));

  /** Where none is available, the first one keeps the order waiting. */
  const firstAvailable = <W extends World>(candidates: readonly Connector<W>[]): Connector<W> | undefined =>
    candidates.length > 1 ? (candidates.find(isAvailable) ?? candidates[0]) : candidates[0];

  /** Of several stores of a brand, those that sell these products in the currency that the order is paid in. */
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
    // Earlier versions bought at the store that is named like the retailer.
    return ofBrand(world, retailer).find((candidate) => candidate.store === retailer);
  }

  return { ofBrand, firstAvailable, sellersIn, storeFor };
}
