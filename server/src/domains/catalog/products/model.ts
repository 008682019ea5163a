import { minuteMs, plusMs, secondMs } from '../../../kit/clock.ts';
import type { World } from '../../../kit/world.ts';

export type Topic = 'details' | 'offers';

/** Cache key of an answer. */
export interface ProductKey {
  world: World;
  /** Or a domain that sells in another currency. */
  retailer: string;
  productId: string;
  topic: Topic;
}

export const nameOf = (key: ProductKey): string => `${key.world} ${key.retailer} ${key.topic} ${key.productId}`;

// ---- freshness ----

/** Requested freshness; at most one is set. */
export interface Freshness {
  maxAgeSeconds?: number | undefined;
  newerThan?: Date | undefined;
}

export interface FreshnessLimit {
  askedAt: Date;
  /** The earliest retrieval that satisfies the caller. */
  notBefore: Date;
}

const defaultAgeMs = 5 * minuteMs;
/** "Not found" is cached for less time, because stores add products. */
const missingAgeMs = minuteMs;
/** How long a failed background fetch is reported before a new one starts. */
const failureReportMs = 10 * secondMs;

export function freshnessLimitFrom(freshness: Freshness, askedAt: Date): FreshnessLimit {
  return { askedAt, notBefore: earliestRetrieval(freshness, askedAt) };
}

function earliestRetrieval({ maxAgeSeconds, newerThan }: Freshness, askedAt: Date): Date {
  // A time in the future means "now".
  if (newerThan !== undefined) return newerThan < askedAt ? newerThan : askedAt;
  return plusMs(askedAt, maxAgeSeconds === undefined ? -defaultAgeMs : -maxAgeSeconds * secondMs);
}

/** Whether an answer is fresh enough. */
export function isFresh(retrieved: { at: Date; isMissing: boolean }, wanted: FreshnessLimit): boolean {
  if (retrieved.isMissing && retrieved.at < plusMs(wanted.askedAt, -missingAgeMs)) return false;
  return retrieved.at >= wanted.notBefore;
}

export function isRecentFailure(failedAt: Date, now: Date): boolean {
  return failedAt >= plusMs(now, -failureReportMs);
}

// ---- free shipping ----

/** Brand IDs have no dot, domains do. */
export const isStoreDomain = (retailer: string): boolean => retailer.includes('.');

/** The filter has no effect on this marketplace. */
const retailerWithoutFilter = 'amazon';

interface Filterable<Hit> {
  results: Hit[];
  nextPage: number | null;
  hasFreeShippingInfo: boolean;
}

/**
 * Filters after pagination, so page sizes vary and an empty page may have a next one. `nextPage` is set on filtered
 * searches only.
 */
export function filterPage<Hit extends { freeShipping: boolean | null }>(
  page: Filterable<Hit>,
  filter: { retailer: string; freeShipping: boolean },
): { results: Hit[]; nextPage: number | null } {
  const isFiltered = filter.freeShipping && filter.retailer !== retailerWithoutFilter && page.hasFreeShippingInfo;
  if (!isFiltered) return { results: page.results, nextPage: null };
  return { results: page.results.filter((hit) => hit.freeShipping === true), nextPage: page.nextPage };
}
