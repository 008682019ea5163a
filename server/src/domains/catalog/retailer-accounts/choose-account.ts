import { notFound } from '../../../kit/failure.ts';
import { currentTestClock } from '../../../kit/test-clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import { accountOfOtherClock, accountOfOtherRetailer } from './failures.ts';
import { type AccountQueue, fitsRetailer, forwardingEmail, queueOfAccount, serviceQueueOf } from './model.ts';
import { findAccount, findAccountById, findAccountByShortId, type Owner } from './sql.ts';

/** Refuses an account that is not the caller's, or that cannot buy from this retailer. */
export async function checkAccountFits(db: Db, owner: Owner, shortId: string, retailer: string): Promise<void> {
  const account = await findAccount(db, owner, shortId);
  if (!account) throw notFound();
  if (!fitsRetailer(account.retailer, retailer)) throw accountOfOtherRetailer(retailer);
  if (account.test_clock !== (currentTestClock()?.id ?? null)) throw accountOfOtherClock(account.test_clock);
}

/** The forwarding address of an account, or null. */
export async function forwardingAddressOf(db: Db, id: string, mailDomain: string): Promise<string | null> {
  const account = await findAccountById(db, id);
  return account && forwardingEmail(account.short_id, mailDomain);
}

/** The queue for an order: its named account, or the service's own. Null: the account is gone. */
export async function chooseQueue(
  db: Db,
  order: { world: string; retailer: string; retailer_credentials_id: string | null; managed_account_id: string | null },
): Promise<AccountQueue | null> {
  // An unknown outcome is checked with the account that bought.
  if (order.managed_account_id !== null) {
    const account = await findAccountById(db, order.managed_account_id);
    return account && queueOfAccount(account.id);
  }
  if (order.retailer_credentials_id === null) return serviceQueueOf(order.world, order.retailer);
  const account = await findAccountByShortId(db, order.retailer_credentials_id);
  return account && queueOfAccount(account.id);
}
