import type { Connector, SearchHit, Unreachable } from '../../../connectors/contract.ts';
import { secondMs } from '../../../kit/clock.ts';
import { type ExchangeRate, toUsCents } from '../../../kit/exchange-rate.ts';
import { Invalid } from '../../../kit/failure.ts';
import type { World } from '../../../kit/world.ts';
import type { ProductNeeds } from './answer.ts';
import { emptyPriceRange, retailerSilent } from './failures.ts';
import { type GroupedHit, groupByGtin } from './gtin.ts';
import { queryAll } from './query-all.ts';
import { rankHits } from './rank.ts';
import { readQuery } from './read-query.ts';
import { recordTime, usualTimeOf } from './usual-times.ts';

const searchTimeouts = { deadlineMs: 2 * secondMs, graceMs: 0.75 * secondMs };
const resultsMax = 50;

export interface SearchOfAllRequest {
  world: World;
  query: string;
  /** Cents. */
  minPrice?: number | undefined;
  maxPrice?: number | undefined;
}

export type SearchNeeds = Pick<ProductNeeds, 'clock' | 'registry' | 'logger' | 'rateOf'>;

export const skipReasons = ['too_slow', 'unavailable'] as const;

/** A store that is missing from the results, and why. */
export interface SkippedStore {
  retailer: string;
  reason: (typeof skipReasons)[number];
}

/** Partial results. */
export type SearchPart =
  | { kind: 'store'; retailer: string; results: SearchHit[] }
  | ({ kind: 'left_out' } & SkippedStore);

export type SearchOfAllResult = ({ kind: 'found'; results: GroupedHit[] } | Unreachable) & { leftOut: SkippedStore[] };

/** Validates the search. */
export function checkSearchOfAll({ minPrice = 0, maxPrice = Number.MAX_SAFE_INTEGER }: SearchOfAllRequest): void {
  if (minPrice > maxPrice) throw new Invalid([emptyPriceRange()]);
}

/**
 * Searches all retailers and returns one ranked, grouped list. `onPart` gets each store's results as they arrive, and
 * who is left out.
 */
export async function searchAllStores(
  { clock, registry, logger, rateOf }: SearchNeeds,
  search: SearchOfAllRequest,
  onPart?: (part: SearchPart) => void,
): Promise<SearchOfAllResult> {
  checkSearchOfAll(search);
  const { world, minPrice = 0, maxPrice = Number.MAX_SAFE_INTEGER } = search;
  const { text: query, maxPrice: namedPrice } = readQuery(search.query);
  const range = { min: minPrice, max: Math.min(maxPrice, namedPrice ?? maxPrice) };
  const retailers = registry
    .retailers(world)
    .filter((retailer) => registry.supports(world, retailer, 'search') && registry.supports(world, retailer));
  const connectors = retailers.map((retailer) => registry.forRetailer(world, retailer)?.connector);
  const usCentsOf = await createConverter(rateOf, world, connectors);
  const rank = (answers: readonly SearchHit[][], limit: number) =>
    rankHits(answers, query, { range, usCentsOf }, limit);
  const questions = retailers.map((retailer, index) => async (call: { signal: AbortSignal }) => {
    const asked = { query, page: 1, freeShipping: false, price: range };
    const page = await connectors[index]?.search?.(retailer, asked, call);
    return page?.results ?? [];
  });
  const broken = new Set<number>();
  const times = {
    ownMs: (index: number) => connectors[index]?.patienceMs ?? null,
    usualMs: (index: number) => withStore(index, usualTimeOf) ?? null,
  };
  function withStore<T>(index: number, work: (connector: Connector, retailer: string) => T): T | undefined {
    const [connector, retailer] = [connectors[index], retailers[index]];
    return connector && retailer !== undefined ? work(connector, retailer) : undefined;
  }
  const answers = await queryAll(
    clock,
    questions,
    { ...searchTimeouts, ...times },
    {
      onAnswer(index, hits) {
        onPart?.({
          kind: 'store',
          retailer: retailers[index] ?? '',
          results: rank([hits], resultsMax),
        });
      },
      onTime: (index, tookMs) => withStore(index, (connector, retailer) => recordTime(connector, retailer, tookMs)),
      onFailure(index, error) {
        broken.add(index);
        logger.warn({ err: error, retailer: retailers[index] }, 'store skipped in search');
      },
    },
  );
  const leftOut = retailers.flatMap((retailer, index): SkippedStore[] =>
    answers[index] === null ? [{ retailer, reason: broken.has(index) ? 'unavailable' : 'too_slow' }] : [],
  );
  for (const left of leftOut) onPart?.({ kind: 'left_out', ...left });
  const inTime = answers.filter((hits) => hits !== null);
  if (retailers.length > 0 && inTime.length === 0) return { kind: 'unreachable', message: retailerSilent, leftOut };
  // Group before limiting, so duplicates don't shorten the list.
  const results = groupByGtin(rank(inTime, Number.MAX_SAFE_INTEGER)).slice(0, resultsMax);
  return { kind: 'found', results, leftOut };
}

/** Prices of stores in different currencies are compared in US cents; null without an exchange rate. */
async function createConverter(
  rateOf: SearchNeeds['rateOf'],
  world: World,
  connectors: readonly (Connector | undefined)[],
): Promise<(hit: SearchHit) => number | null> {
  const currencies = new Set(connectors.flatMap((connector) => connector?.currency ?? []));
  const rates = new Map<string, ExchangeRate | null>();
  for (const currency of currencies) if (currency !== 'USD') rates.set(currency, await rateOf(world, currency));
  return ({ currency, price }) => {
    if (currency === 'USD') return price;
    const rate = rates.get(currency);
    return rate ? toUsCents(rate, price) : null;
  };
}
