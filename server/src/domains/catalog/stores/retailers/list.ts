import type { Registry } from '../../../../connectors/registry.ts';
import type { Page } from '../../../../kit/page.ts';
import type { World } from '../../../../kit/world.ts';
import { matchesName, type Retailer } from './model.ts';
import { type BuyingWay, type Way, wayOfConnector, waysOf } from './ways.ts';

export interface ListedRetailer extends Retailer {
  isSupported: boolean;
  /** Current way to buy. Null in the sandbox or if none. */
  boughtBy: Way | null;
  /** All ways to buy. */
  ways: BuyingWay[];
}

interface Needs {
  retailers: readonly Retailer[];
  registry: Pick<Registry, 'supports' | 'hasWorld' | 'forRetailer'>;
  /** Configured stores besides the brands. */
  storesOf?(world: World): readonly Retailer[];
}

interface RetailerFilter extends Page {
  name: string;
  /** Mode of the caller's key, if any. */
  callerWorld: World | null;
}

/** Lists retailers of the key's mode. Without a key, live mode if configured. */
export function listRetailers(
  { retailers, registry, storesOf }: Needs,
  asked: RetailerFilter,
): { page: ListedRetailer[]; total: number } {
  const world = asked.callerWorld ?? (registry.hasWorld('live') ? 'live' : 'test');
  const isBrand = new Set(retailers.map(({ id }) => id));
  const others = (storesOf?.(world) ?? []).filter(({ id }) => !isBrand.has(id));
  const matching = [...retailers, ...others]
    .filter((retailer) => matchesName(retailer, asked.name))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const page = matching.slice(asked.offset, asked.offset + asked.limit).map((retailer) => {
    const isSupported = registry.supports(world, retailer.id);
    const name = isSupported ? registry.forRetailer(world, retailer.id)?.connector.name : undefined;
    const boughtBy = name === undefined ? null : wayOfConnector(name);
    return { ...retailer, isSupported, boughtBy, ways: isBrand.has(retailer.id) ? waysOf(retailer.id) : [] };
  });
  return { page, total: matching.length };
}
