import type { SearchHit, Unreachable } from '../../../connectors/contract.ts';
import type { Registry } from '../../../connectors/registry.ts';
import { secondMs } from '../../../kit/clock.ts';
import { Invalid } from '../../../kit/failure.ts';
import type { World } from '../../../kit/world.ts';
import type { ProductNeeds } from './answer.ts';
import { noFreeShippingFilter, retailerSilent, searchUnavailable, unknownRetailer } from './failures.ts';
import { filterPage, isStoreDomain } from './model.ts';
import { queryWithin, storeFor } from './query-store.ts';
import { readQuery } from './read-query.ts';

const searchDeadlineMs = 10 * secondMs;

export interface ProductSearch {
  world: World;
  retailer: string;
  query: string;
  page: number;
  freeShipping: boolean;
}

export type SearchReply =
  | { kind: 'found'; results: SearchHit[]; nextPage: number | null }
  | { kind: 'not_offered'; message: string }
  | Unreachable;

/** Validates the search. Null: the store has no search. */
export function checkProductSearch(registry: Registry, search: ProductSearch) {
  const { world, retailer } = search;
  const store = storeFor(registry, world, retailer, 'search');
  const problems = [
    ...(store || registry.supports(world, retailer) ? [] : [unknownRetailer()]),
    ...(search.freeShipping && isStoreDomain(retailer) ? [noFreeShippingFilter()] : []),
  ];
  if (problems.length > 0) throw new Invalid(problems);
  return store;
}

/** One page of one store's own search. */
export async function searchProducts(
  { clock, registry, logger }: Pick<ProductNeeds, 'clock' | 'registry' | 'logger'>,
  search: ProductSearch,
): Promise<SearchReply> {
  const { page, freeShipping } = search;
  const { text: query, maxPrice } = readQuery(search.query);
  const store = checkProductSearch(registry, search);
  if (!store) return { kind: 'not_offered', message: searchUnavailable };
  const { connector, retailer } = store;
  const asked = search.retailer.trim().toLowerCase();
  const domain = asked === retailer ? null : asked;
  try {
    const answer = await queryWithin(clock, searchDeadlineMs, async (call) =>
      connector.search?.(retailer, { query, page, freeShipping, ...(domain && { domain }) }, call),
    );
    if (!answer) return { kind: 'unreachable', message: retailerSilent };
    const { results, nextPage } = filterPage(answer, { retailer, freeShipping });
    return { kind: 'found', results: results.filter(({ price }) => price <= (maxPrice ?? price)), nextPage };
  } catch (error) {
    logger.warn({ err: error, retailer }, 'store search failed');
    return { kind: 'unreachable', message: retailerSilent };
  }
}
