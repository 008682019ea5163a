import type { Unreachable } from '../../../connectors/contract.ts';
import type { Registry } from '../../../connectors/registry.ts';
import { Invalid } from '../../../kit/failure.ts';
import type { World } from '../../../kit/world.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { abilityFor, freshAnswerIn, type ProductNeeds, readFreshAnswer } from './answer.ts';
import { foreignProductUrl, lookupUnavailable, retailerSilent, twoAges, unknownRetailer } from './failures.ts';
import { fetchJob } from './jobs.ts';
import {
  type Freshness,
  type FreshnessLimit,
  freshnessLimitFrom,
  isRecentFailure,
  type ProductKey,
  type Topic,
} from './model.ts';
import { domainOf, productIdFrom, storeFor } from './query-store.ts';
import { findAnswer, type StoreAnswer } from './sql.ts';

export interface ProductRequest extends Freshness {
  world: World;
  retailer: string;
  productId: string;
  /** Return at once and fetch in the background. */
  isAsync: boolean;
}

export type ProductReply = StoreAnswer | Unreachable | { kind: 'processing' };

/** What a store says about a product: title, images, description, specs. */
export const getProduct = (needs: ProductNeeds, question: ProductRequest): Promise<ProductReply> =>
  replyTo(needs, question, 'details');

/** Who sells a product, at which price and in which condition. */
export const getOffers = (needs: ProductNeeds, question: ProductRequest): Promise<ProductReply> =>
  replyTo(needs, question, 'offers');

/** Validates the request and finds the store and product. */
export function checkProductRequest(registry: Registry, question: ProductRequest) {
  const { world, retailer: name } = question;
  const retailer = registry.forRetailer(world, name)?.retailer ?? null;
  const isKnown = retailer !== null && lookups.some((ability) => registry.supports(world, name, ability));
  const productId = isKnown ? productIdFrom(registry, world, retailer, question.productId) : null;
  const problems = [
    ...(isKnown ? [] : [unknownRetailer()]),
    ...(isKnown && productId === null ? [foreignProductUrl()] : []),
    ...(question.maxAgeSeconds !== undefined && question.newerThan !== undefined ? [twoAges()] : []),
  ];
  if (retailer === null || productId === null || problems.length > 0) throw new Invalid(problems);
  return { retailer, productId };
}

/** Abilities of a known store, even without product details. */
const lookups = ['product', 'offers', 'checkout'] as const;

async function replyTo(needs: ProductNeeds, question: ProductRequest, topic: Topic): Promise<ProductReply> {
  const { world } = question;
  const { retailer, productId } = checkProductRequest(needs.registry, question);
  if (!storeFor(needs.registry, world, retailer, abilityFor[topic])) {
    return { kind: 'unreachable', message: lookupUnavailable };
  }
  const key = { world, retailer: domainOf(needs.registry, world, question) ?? retailer, productId, topic };
  const wanted = freshnessLimitFrom(question, needs.clock.now());
  return question.isAsync ? replyWithoutWaiting(needs, key, wanted) : readFreshAnswer(needs, key, wanted);
}

async function replyWithoutWaiting(
  needs: ProductNeeds,
  key: ProductKey,
  wanted: FreshnessLimit,
): Promise<ProductReply> {
  const row = await findAnswer(needs.db, key);
  const kept = freshAnswerIn(row, wanted);
  if (kept) return kept.answer;
  // Otherwise a client that polls while the store is down would see "processing" forever.
  if (row?.failed_at && isRecentFailure(row.failed_at, wanted.askedAt)) {
    return { kind: 'unreachable', message: row.failure ?? retailerSilent };
  }
  const isFetching = row?.fetching_until && row.fetching_until > wanted.askedAt;
  if (!isFetching) await enqueue(needs.db, fetchJob(key, wanted));
  return { kind: 'processing' };
}
