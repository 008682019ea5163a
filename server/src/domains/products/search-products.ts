import type { SearchHit, Unreachable } from '../../connectors/contract.ts';
import { secondMs } from '../../kit/clock.ts';
import { Invalid } from '../../kit/failure.ts';
import type { World } from '../../kit/world.ts';
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

/** One page of one store's own search. */
export async function searchProducts(
  { clock, registry, logger }: Pick<ProductNeeds, 'clock' | 'registry' | 'logger'>,
  search: ProductSearch,
): Promise<SearchReply> {
  const { query, page, freeShipping } = search;
  const store = storeFor(registry, search.world, search.retailer, 'search');
  const problems = [
    ...(store ? [] : [unknownRetailer()]),
    ...(freeShipping && isStoreDomain(search.retailer) ? [noFreeShippingFilter()] : []),
  ];
  if (!store || problems.length > 0) throw new Invalid(problems);
  const { connector, retailer } = store;
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
