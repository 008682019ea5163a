import type { Clock } from '../../kit/clock.ts';
import { type Db, inTransaction } from '../../platform/database/index.ts';
import { markDeleted, type Person } from '../accounts/index.ts';
import { hasOpenOrders } from '../orders/index.ts';
import { findWallet } from '../wallet/index.ts';
import { accountStillUsed } from './failures.ts';
import type { PeopleSessions } from './sessions.ts';
import { deleteLinksOf } from './store.ts';
import { deletePerson } from './store-factors.ts';

interface Needs {
  db: Db;
  clock: Clock;
  sessions: PeopleSessions;
}

/** The account cannot be entered from here on; a job erases what is personal. What the ledger needs stays, without the person. */
export async function deleteAccount({ db, clock, sessions }: Needs, { accountId }: Person): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await hasOpenOrders(tx, accountId))
      throw accountStillUsed('Orders are open: wait until they have ended, or cancel them.');
    const { available_cents: live } = await findWallet(tx, accountId, 'live');
    if (live > 0) throw accountStillUsed(`${live} cents of real money are on the wallet: have them paid out first.`);
    await deleteLinksOf(tx, accountId);
    await deletePerson(tx, accountId);
    await markDeleted(tx, accountId, clock.now());
  });
  // What this process remembers of them.
  await sessions.endAllOf(accountId);
}
