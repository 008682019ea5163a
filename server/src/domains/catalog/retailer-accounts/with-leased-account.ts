import type { RetailerAccount } from '../../../connectors/contract.ts';
import { plusMs } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { newId } from '../../../kit/ids.ts';
import { accountInUse } from './failures.ts';
import { leaseMs } from './model.ts';
import { findAccount, type Owner } from './sql.ts';
import { leaseAccountNow } from './sql-queue.ts';
import { holdAccount, type UseNeeds } from './use-account.ts';

/** Leases an unused account for one piece of work, and always releases it. */
export async function withLeasedAccount<Result>(
  needs: UseNeeds,
  owner: Owner,
  shortId: string,
  work: (account: RetailerAccount, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { db } = needs.database;
  const account = await findAccount(db, owner, shortId);
  if (!account) throw notFound();
  const now = needs.clock.now();
  const lease = await leaseAccountNow(db, account.id, newId(), now, plusMs(now, leaseMs));
  if (!lease) throw accountInUse();
  const held = holdAccount(needs, account, lease);
  try {
    return await work(held.storeAccount, held.signal);
  } finally {
    held.markUsed();
    await held.release();
  }
}
