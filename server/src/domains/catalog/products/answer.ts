import type { OffersAnswer, ProductAnswer, Unreachable } from '../../../connectors/contract.ts';
import type { Registry } from '../../../connectors/registry.ts';
import { type Clock, plusMs, secondMs } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import type { Db } from '../../../platform/database/index.ts';
import { retailerSilent } from './failures.ts';
import { type FreshnessLimit, isFresh, nameOf, type ProductKey } from './model.ts';
import { queryWithin, storeFor } from './query-store.ts';
import { type AnswerRow, claimLease, findAnswer, type StoreAnswer, saveAnswer, saveFailure } from './sql.ts';

const fetchDeadlineMs = 10 * secondMs;
/** Longer than a fetch may take, so that a lease ends early only when its holder crashed. */
const leaseMs = 15 * secondMs;
/** Longer than a lease, so that a waiting request outlives a holder that crashed. */
const waitMs = 20 * secondMs;

export type StoreReply = StoreAnswer | Unreachable;

interface RetrievedAnswer {
  kind: 'retrieved';
  answer: StoreAnswer;
  at: Date;
}

type FetchResult = RetrievedAnswer | Unreachable;

/** The fetches that run in this process, by product: a request for the same product joins in. */
type InFlightRequests = Map<string, Promise<FetchResult>>;

export interface ProductNeeds {
  db: Db;
  clock: Clock;
  registry: Registry;
  logger: { warn(details: object, message: string): void };
  /** One map per process. */
  inFlightRequests: InFlightRequests;
}

/** The kept answer where it is fresh enough, else a new one. Many callers in many processes cause one fetch. */
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
    // A request that was joined may end with an answer that is fresh enough for the caller that began it, but not for this
    // caller, who then looks again. A caller's own request always ends with an answer that will do.
    if (isFreshEnough(fetched, wanted)) return fetched.answer;
  }
}

/** What is kept, if it is what the caller wants. */
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

/** Fetches under a lease, or waits for the process that holds it, up to taking over from one that crashed. */
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
    // A request that waited for a fetch shares its failure; asking a store that is down once per waiting process helps no client.
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

/** A connector that throws or is too slow is a store that cannot be reached. */
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
