import type { SearchHit, Unreachable } from '../../connectors/contract.ts';
import { secondMs } from '../../kit/clock.ts';
import { Invalid } from '../../kit/failure.ts';
import type { World } from '../../kit/world.ts';
import type { ProductNeeds } from './answer.ts';
import { askAll } from './ask.ts';
import { emptyPriceRange, retailerSilent } from './failures.ts';
import { type GroupedHit, groupSame } from './gtin.ts';
import { rank } from './rank.ts';

const patience = { deadlineMs: 2 * secondMs, graceMs: 0.75 * secondMs };
const resultsMax = 50;

export interface SearchOfAll {
  world: World;
  query: string;
  /** Cents. */
  minPrice?: number | undefined;
  maxPrice?: number | undefined;
}

/** Refuses what cannot be searched, before anything is asked. */
export function checkSearchOfAll({ minPrice = 0, maxPrice = Number.MAX_SAFE_INTEGER }: SearchOfAll): void {
  if (minPrice > maxPrice) throw new Invalid([emptyPriceRange()]);
}

interface LeftOut {
  retailer: string;
  /** `slow`: cut off at the deadline. */
  reason: 'slow' | 'failed';
}

/** What is known before the search is over. */
export type SearchPart = { kind: 'store'; retailer: string; results: SearchHit[] } | ({ kind: 'left_out' } & LeftOut);

export type SearchOfAllReply = ({ kind: 'found'; results: GroupedHit[] } | Unreachable) & { leftOut: LeftOut[] };

/**
 * Every retailer of the world that can be searched and bought from, in one ranked list, with one entry for each article.
 * `onPart` hears each store's own answer as soon as it is there.
 */
export async function searchEverywhere(
  { clock, registry, logger }: Pick<ProductNeeds, 'clock' | 'registry' | 'logger'>,
  search: SearchOfAll,
  onPart: (part: SearchPart) => void = () => {},
): Promise<SearchOfAllReply> {
  checkSearchOfAll(search);
  const { world, query, minPrice = 0, maxPrice = Number.MAX_SAFE_INTEGER } = search;
  const range = { min: minPrice, max: maxPrice };
  const retailers = registry
    .retailers(world)
    .filter((retailer) => registry.supports(world, retailer, 'search') && registry.supports(world, retailer));
  const leftOut = new Map<string, LeftOut>();
  const leave = (retailer: string, reason: LeftOut['reason']) => {
    leftOut.set(retailer, { retailer, reason });
    onPart({ kind: 'left_out', retailer, reason });
  };
  const questions = retailers.map((retailer) => async (call: { signal: AbortSignal }) => {
    const page = await registry
      .forRetailer(world, retailer)
      ?.connector.search?.(retailer, { query, page: 1, freeShipping: false }, call);
    const hits = page?.results ?? [];
    // What comes after the deadline is in no list, so it is not told either.
    if (!call.signal.aborted) onPart({ kind: 'store', retailer, results: rank([hits], query, range, resultsMax) });
    return hits;
  });
  const answers = await askAll(clock, questions, patience, (index, error) => {
    logger.warn({ err: error, retailer: retailers[index] }, 'a store was left out of a search over all');
    leave(retailers[index] ?? '', 'failed');
  });
  for (const [index, retailer] of retailers.entries()) {
    if (answers[index] === null && !leftOut.has(retailer)) leave(retailer, 'slow');
  }
  const inTime = answers.filter((hits) => hits !== null);
  const left = [...leftOut.values()];
  if (retailers.length > 0 && inTime.length === 0) {
    return { kind: 'unreachable', message: retailerSilent, leftOut: left };
  }
  // Grouping first, so that the list is as long with duplicates as without.
  const results = groupSame(rank(inTime, query, range, Number.MAX_SAFE_INTEGER)).slice(0, resultsMax);
  return { kind: 'found', results, leftOut: left };
}
