import { minuteMs, plusMs, secondMs } from '../../../kit/clock.ts';
import type { World } from '../../../kit/world.ts';

export type Topic = 'details' | 'offers';

/** What an answer is about: answers are kept, and fetched once, per key. */
export interface ProductKey {
  world: World;
  /** Or the domain of a shop of it that sells in another currency. */
  retailer: string;
  productId: string;
  topic: Topic;
}

export const nameOf = (key: ProductKey): string => `${key.world} ${key.retailer} ${key.topic} ${key.productId}`;

// ---- freshness ----

/** How fresh a caller wants the answer; at most one of the two is given. */
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
/** That there is no such product is believed for a shorter time: shops add products all day. */
const missingAgeMs = minuteMs;
/** For so long an asynchronous caller who comes back is told that the fetch failed; after that a new one is begun. */
const failureReportMs = 10 * secondMs;

export function freshnessLimitFrom(freshness: Freshness, askedAt: Date): FreshnessLimit {
  return { askedAt, notBefore: earliestRetrieval(freshness, askedAt) };
}

function earliestRetrieval({ maxAgeSeconds, newerThan }: Freshness, askedAt: Date): Date {
  // Nothing can be newer than an answer fetched now, so a moment in the future means exactly that.
  if (newerThan !== undefined) return newerThan < askedAt ? newerThan : askedAt;
  return plusMs(askedAt, maxAgeSeconds === undefined ? -defaultAgeMs : -maxAgeSeconds * secondMs);
}

/** Whether an answer that was retrieved then is what the caller wants. */
export function isFresh(retrieved: { at: Date; isMissing: boolean }, wanted: FreshnessLimit): boolean {
  if (retrieved.isMissing && retrieved.at < plusMs(wanted.askedAt, -missingAgeMs)) return false;
  return retrieved.at >= wanted.notBefore;
}

export function isRecentFailure(failedAt: Date, now: Date): boolean {
  return failedAt >= plusMs(now, -failureReportMs);
}

// ---- free shipping ----

/** A brand's identifier has no dot; the domain of a store does. */
export const isStoreDomain = (retailer: string): boolean => retailer.includes('.');

/** On this marketplace the filter has no effect, whatever its connector could tell. */
const retailerWithoutFilter = 'amazon';

interface Filterable<Hit> {
  results: Hit[];
  nextPage: number | null;
  hasFreeShippingInfo: boolean;
}

/**
 * Filters after pagination, so the counts per page vary, and a page that ends up empty still names the next one.
 * `nextPage` is set on filtered searches only.
 */
export function filterPage<Hit extends { freeShipping: boolean | null }>(
  page: Filterable<Hit>,
  filter: { retailer: string; freeShipping: boolean },
): { results: Hit[]; nextPage: number | null } {
  const isFiltered = filter.freeShipping && filter.retailer !== retailerWithoutFilter && page.hasFreeShippingInfo;
  if (!isFiltered) return { results: page.results, nextPage: null };
  return { results: page.results.filter((hit) => hit.freeShipping === true), nextPage: page.nextPage };
}
