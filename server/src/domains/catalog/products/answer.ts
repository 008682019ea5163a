import type { OffersAnswer, ProductAnswer, Unreachable } from '../../../connectors/contract.ts';
import type { Registry } from '../../../connectors/registry.ts';
import { type Clock, plusMs, secondMs } from '../../../kit/clock.ts';
import type { ExchangeRate } from '../../../kit/exchange-rate.ts';
import { newId } from '../../../kit/ids.ts';
import type { World } from '../../../kit/world.ts';
import type { Db } from '../../../platform/database/index.ts';
import { retailerSilent } from './failures.ts';
import { type FreshnessLimit, isFresh, nameOf, type ProductKey } from './model.ts';
import { queryWithin, storeFor } from './query-store.ts';
import { type AnswerRow, claimLease, findAnswer, type StoreAnswer, saveAnswer, saveFailure } from './sql.ts';

const fetchDeadlineMs = 10 * secondMs;
/** Longer than a fetch, so a lease expires only if its holder crashed. */
const leaseMs = 15 * secondMs;
/** Longer than a lease, so a waiter outlives a crashed holder. */
const waitMs = 20 * secondMs;

export type StoreReply = StoreAnswer | Unreachable;

interface RetrievedAnswer {
  kind: 'retrieved';
  answer: StoreAnswer;
  at: Date;
}

type FetchResult = RetrievedAnswer | Unreachable;

/** Fetches in this process by product. Requests for the same product share one. */
type InFlightRequests = Map<string, Promise<FetchResult>>;

export interface ProductNeeds {
  db: Db;
  clock: Clock;
  registry: Registry;
  /** The exchange rate of a currency now; null if there is none. */
  rateOf(world: World, currency: string): Promise<ExchangeRate | null>;
  logger: { warn(details: object, message: string): void };
  /** One map per process. */
  inFlightRequests: InFlightRequests;
}

/**
 * Returns the cached answer if fresh enough, otherwise fetches. Concurrent callers in all processes share one fetch.
 */
export async function readFreshAnswer(
  needs: ProductNeeds,
  key: ProductKey,
  wanted: FreshnessLimit,
): Promise<StoreReply> {
  for (;;) {
    const seen = await findAnswer(needs.db, key);
    const kept = freshAnswerIn(seen, wanted);
    if (kept) return kept.answer;
    const fetched = await joinFetch(needs.inFlightRequests, nameOf(key), () => fetchOrWait(needs, key, wanted, seen));
    if (fetched.kind === 'unreachable') return fetched;
    // A shared fetch may not be fresh enough for this caller, who then looks again. The caller's own fetch always is.
    if (isFreshEnough(fetched, wanted)) return fetched.answer;
  }
}

/** The cached answer if it is fresh enough. */
export function freshAnswerIn(row: AnswerRow | null, wanted: FreshnessLimit): RetrievedAnswer | null {
  if (!row?.answer || !row.retrieved_at) return null;
  const kept: RetrievedAnswer = { kind: 'retrieved', answer: row.answer, at: row.retrieved_at };
  return isFreshEnough(kept, wanted) ? kept : null;
}

const isFreshEnough = ({ answer, at }: RetrievedAnswer, wanted: FreshnessLimit): boolean =>
  isFresh({ at, isMissing: answer.kind === 'missing' }, wanted);

function joinFetch(
  inFlightRequests: InFlightRequests,
  name: string,
  begin: () => Promise<FetchResult>,
): Promise<FetchResult> {
  const running = inFlightRequests.get(name);
  if (running) return running;
  const request = begin().finally(() => inFlightRequests.delete(name));
  inFlightRequests.set(name, request);
  return request;
}

/** Fetches under a lease, or waits for its holder and takes over if it crashed. */
async function fetchOrWait(
  needs: ProductNeeds,
  key: ProductKey,
  wanted: FreshnessLimit,
  first: AnswerRow | null,
): Promise<FetchResult> {
  const { db, clock } = needs;
  const token = newId();
  const giveUpAt = plusMs(clock.now(), waitMs);
  let seen = first;
  for (let delayMs = 10; ; delayMs = Math.min(2 * delayMs, 250)) {
    const now = clock.now();
    const lease = { token, now, until: plusMs(now, leaseMs) };
    if (await claimLease(db, key, lease, seen?.retrieved_at ?? null)) return fetchAndSave(needs, key, token);
    if (now >= giveUpAt) return { kind: 'unreachable', message: retailerSilent };
    await clock.sleep(delayMs);
    seen = await findAnswer(db, key);
    const kept = freshAnswerIn(seen, wanted);
    if (kept) return kept;
    // Waiters share the failure, so a store that is down isn't asked once per process.
    if (seen?.failed_at && seen.failed_at >= wanted.askedAt) {
      return { kind: 'unreachable', message: seen.failure ?? retailerSilent };
    }
  }
}

async function fetchAndSave(needs: ProductNeeds, key: ProductKey, token: string): Promise<FetchResult> {
  const answer = await queryStore(needs, key);
  const at = needs.clock.now();
  if (answer.kind === 'unreachable') {
    await saveFailure(needs.db, key, token, answer.message, at);
    return answer;
  }
  await saveAnswer(needs.db, key, token, answer, at);
  return { kind: 'retrieved', answer, at };
}

/** A connector that throws or times out counts as unreachable. */
async function queryStore({ clock, registry, logger }: ProductNeeds, key: ProductKey): Promise<StoreReply> {
  const { productId } = key;
  const store = storeFor(registry, key.world, key.retailer, abilityFor[key.topic]);
  const { connector, retailer = key.retailer } = store ?? {};
  const ref = { retailer, productId, ...(retailer === key.retailer ? {} : { domain: key.retailer }) };
  try {
    const answer = await queryWithin<ProductAnswer | OffersAnswer | undefined>(clock, fetchDeadlineMs, async (call) =>
      key.topic === 'offers' ? connector?.offers?.(ref, {}, call) : connector?.product?.(ref, call),
    );
    if (!answer) return { kind: 'unreachable', message: retailerSilent };
    if (answer.kind !== 'found') return answer;
    return { kind: 'found', payload: answer.payload, offers: 'offers' in answer ? answer.offers : [] };
  } catch (error) {
    logger.warn({ err: error, retailer, topic: key.topic }, 'product lookup failed');
    return { kind: 'unreachable', message: retailerSilent };
  }
}

export const abilityFor = { details: 'product', offers: 'offers' } as const;
