import { createHash } from 'node:crypto';
import { type Clock, nextUtcMidnight, utcDay } from '../../kit/clock.ts';
import { Failure } from '../../kit/failure.ts';
import { newId, randomBase62 } from '../../kit/ids.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/index.ts';
import { createKey, insertAccount, tooManyRequests } from '../accounts/index.ts';
import { fundSandbox } from '../wallet/index.ts';
import { mintingUnavailable } from './failures.ts';
import { claimTokenLength, idleDays, secondsUntil } from './model.ts';
import { countMint, insertSandbox } from './store.ts';

export interface MintNeeds {
  db: Db;
  clock: Clock;
  mintsPerAddressPerDay: number;
  mintsPerDay: number;
}

export interface MintWish {
  /** The client's address, or its network for IPv6. */
  addressBucket: string;
  email: string | null;
  name: string | null;
}

export const hashClaimToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Both counts, the account, its key and its play money: all of it or none of it. */
export async function mintKey(needs: MintNeeds, wish: MintWish): Promise<{ key: string; claimToken: string }> {
  try {
    return await inTransaction(needs.db, (tx) => mint(needs, tx, wish));
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw Object.assign(mintingUnavailable(), { cause: error });
  }
}

async function mint(needs: MintNeeds, tx: Tx, wish: MintWish): Promise<{ key: string; claimToken: string }> {
  const now = needs.clock.now();
  const day = utcDay(now);
  const caps: [bucket: string, cap: number][] = [
    [wish.addressBucket, needs.mintsPerAddressPerDay],
    ['all', needs.mintsPerDay],
  ];
  for (const [bucket, cap] of caps) {
    if (await countMint(tx, day, bucket, cap)) continue;
    const resetAt = nextUtcMidnight(now);
    throw tooManyRequests(cap, secondsUntil(resetAt, now), resetAt);
  }
  const accountId = newId();
  const claimToken = randomBase62(claimTokenLength);
  await insertAccount(tx, accountId, null, now);
  const { key } = await createKey(
    { tx, clock: needs.clock },
    { accountId, world: 'test', label: wish.name ?? 'Sandbox key', idleDays },
  );
  await fundSandbox({ tx, clock: needs.clock }, accountId);
  await insertSandbox(tx, { accountId, claimTokenHash: hashClaimToken(claimToken), claimerEmail: wish.email, now });
  return { key, claimToken };
}
