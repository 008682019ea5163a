import { createHash } from 'node:crypto';
import { assertDefined } from '../../kit/assert-defined.ts';
import { type Clock, nextUtcMidnight, utcDay } from '../../kit/clock.ts';
import { Failure } from '../../kit/failure.ts';
import { newId, randomBase62 } from '../../kit/ids.ts';
import { createBatcher } from '../../platform/batcher.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/index.ts';
import { createKey, insertAccount } from '../access/accounts/index.ts';
import { fundSandbox } from '../money/wallet/index.ts';
import { mintCapReached, mintingUnavailable } from './failures.ts';
import { claimTokenLength, idleDays, secondsUntil } from './model.ts';
import { countMint, insertSandbox } from './sql.ts';

interface MintNeeds {
  db: Db;
  clock: Clock;
  mintsPerAddressPerDay: number;
  mintsPerDay: number;
}

interface MintRequest {
  /** The client's address, or its network for IPv6. */
  addressBucket: string;
  email: string | null;
  name: string | null;
}

/** How long a request waits for its turn. */
const waitMsMax = 10_000;
const entriesMax = 10_000;

export const hashClaimToken = (token: string): Buffer => createHash('sha256').update(token).digest();

interface Minted {
  key: string;
  claimToken: string;
}

type Minter = (request: MintRequest) => Promise<Minted>;

/**
 * Mints wait in their own queue, two at a time, so that they don't use up the connections of other requests. If the cap is known
 * to be reached, a client is refused without asking the database.
 */
export function createMinter(needs: MintNeeds): Minter {
  const full = createFullBuckets();
  const mintNext = createBatcher<{ request: MintRequest; until: number }, Minted>({
    maxBatch: 1,
    maxInFlight: 2,
    run: async ([next]) => [await mintKey(needs, full, assertDefined(next).request, assertDefined(next).until)],
  });
  return (request) => mintNext({ request, until: performance.now() + waitMsMax });
}

/** Counts only grow until midnight, so a full bucket stays full for its day. */
function createFullBuckets() {
  let day = '';
  const buckets = new Set<string>();
  const turnTo = (today: string) => {
    if (day === today) return;
    day = today;
    buckets.clear();
  };
  return {
    has(today: string, bucket: string): boolean {
      turnTo(today);
      return buckets.has(bucket);
    },
    add(today: string, bucket: string): void {
      turnTo(today);
      if (buckets.size >= entriesMax) buckets.clear();
      buckets.add(bucket);
    },
  };
}

type FullBuckets = ReturnType<typeof createFullBuckets>;

/** Both counts, the account, its key and its play money, together or not at all. */
async function mintKey(needs: MintNeeds, full: FullBuckets, request: MintRequest, until: number): Promise<Minted> {
  const now = needs.clock.now();
  const day = utcDay(now);
  const caps: MintLimit[] = [
    { bucket: request.addressBucket, cap: needs.mintsPerAddressPerDay },
    { bucket: 'all', cap: needs.mintsPerDay },
  ];
  const reached = caps.find(({ bucket }) => full.has(day, bucket));
  if (reached) throw findReachedLimit(reached, now);
  if (performance.now() > until) throw mintingUnavailable();
  try {
    return await inTransaction(needs.db, (tx) => mintWithinLimits(needs, tx, { request, caps, now, full }));
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw Object.assign(mintingUnavailable(), { cause: error });
  }
}

interface MintLimit {
  bucket: string;
  cap: number;
}

function findReachedLimit({ cap }: MintLimit, now: Date): Failure {
  const resetAt = nextUtcMidnight(now);
  return mintCapReached(cap, secondsUntil(resetAt, now), resetAt);
}

async function mintWithinLimits(
  needs: MintNeeds,
  tx: Tx,
  { request, caps, now, full }: { request: MintRequest; caps: MintLimit[]; now: Date; full: FullBuckets },
): Promise<Minted> {
  const day = utcDay(now);
  for (const cap of caps) {
    if (await countMint(tx, day, cap.bucket, cap.cap)) continue;
    full.add(day, cap.bucket);
    throw findReachedLimit(cap, now);
  }
  const accountId = newId();
  const claimToken = randomBase62(claimTokenLength);
  await insertAccount(tx, accountId, null, now);
  const { key } = await createKey(
    { tx, clock: needs.clock },
    { accountId, world: 'test', label: request.name ?? 'Sandbox key', idleDays },
  );
  await fundSandbox({ tx, clock: needs.clock }, accountId);
  await insertSandbox(tx, { accountId, claimTokenHash: hashClaimToken(claimToken), claimerEmail: request.email, now });
  return { key, claimToken };
}
