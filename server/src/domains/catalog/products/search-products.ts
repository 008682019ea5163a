import type { SearchHit, Unreachable } from '../../../connectors/contract.ts';
import type { Registry } from '../../../connectors/registry.ts';
import { secondMs } from '../../../kit/clock.ts';
import { Invalid } from '../../../kit/failure.ts';
import type { World } from '../../../kit/world.ts';
import type { ProductNeeds } from './answer.ts';
import { askWithin, storeFor } from './ask.ts';
import { noFreeShippingFilter, retailerSilent, unknownRetailer } from './failures.ts';
import { filterPage, isStoreDomain } from './model.ts';

const searchDeadlineMs = 10 * secondMs;

export interface ProductSearch {
  world: World;
  retailer: string;
  query: string;
  page: number;
  freeShipping: boolean;
}

export type SearchReply = { kind: 'found'; results: SearchHit[]; nextPage: number | null } | Unreachable;

/** Refuses what cannot be searched, before anything is asked; names the store that will be. */
export function checkProductSearch(registry: Registry, search: ProductSearch) {
  const store = storeFor(registry, search.world, search.retailer, 'search');
  const problems = [
    ...(store ? [] : [unknownRetailer()]),
    ...(search.freeShipping && isStoreDomain(search.retailer) ? [noFreeShippingFilter()] : []),
  ];
  if (!store || problems.length > 0) throw new Invalid(problems);
  return store;
}

/** One page of one store's own search. */
export async function searchProducts(
  { clock, registry, logger }: Pick<ProductNeeds, 'clock' | 'registry' | 'logger'>,
  search: ProductSearch,
): Promise<SearchReply> {
  const { query, page, freeShipping } = search;
  const { connector, retailer } = checkProductSearch(registry, search);
  try {
    const answer = await askWithin(clock, searchDeadlineMs, async (call) =>
      connector.search?.(retailer, { query, page, freeShipping }, call),
    );
    if (!answer) return { kind: 'unreachable', message: retailerSilent };
    return { kind: 'found', ...filterPage(answer, { retailer, freeShipping }) };
  } catch (error) {
    logger.warn({ err: error, retailer }, 'a store could not be searched');
    return { kind: 'unreachable', message: retailerSilent };
  }
}
