import { type Clock, dayMs, plusMs } from '../../../kit/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Caller } from '../../access/accounts/index.ts';
import { countPausedAccounts } from '../../catalog/retailer-accounts/index.ts';
import { countOwnFailingEndpoints } from '../../channels/webhooks/index.ts';
import { countOpenCasesOf } from '../../delivery/cases/index.ts';
import { countOpenReturnsOf } from '../../delivery/returns/index.ts';
import { findWallet, sumSpentByDay } from '../../money/wallet/index.ts';
import { countOrdersByPlace, findLongestLate } from '../../orders/orders/index.ts';
import { concernDays, dayOf, fillDays, spendSince } from './model.ts';
import { readGettingStarted } from './sql.ts';
import { countRecentProblems } from './sql-problems.ts';

export type Overview = Awaited<ReturnType<typeof readOverview>>;

/** Everything on an account's home page, from sums and counts in the database. */
export async function readOverview(
  { db, clock }: { db: Db; clock: Clock },
  caller: Pick<Caller, 'accountId' | 'world'>,
) {
  const now = clock.now();
  const own = { accountId: caller.accountId, world: caller.world };
  const [
    wallet,
    spent,
    orders,
    lateOrderId,
    trouble,
    openCases,
    openReturns,
    pausedAccounts,
    failingEndpoints,
    gettingStarted,
  ] = await Promise.all([
    findWallet(db, own.accountId, own.world),
    sumSpentByDay(db, own, dayOf(spendSince(now))),
    countOrdersByPlace(db, own),
    findLongestLate(db, own),
    countRecentProblems(db, own, plusMs(now, -concernDays * dayMs)),
    countOpenCasesOf(db, own),
    countOpenReturnsOf(db, own),
    countPausedAccounts(db, own),
    countOwnFailingEndpoints(db, own, plusMs(now, -dayMs)),
    readGettingStarted(db, own, now),
  ]);
  const days = fillDays(spent, now);
  return {
    wallet,
    days,
    orders,
    lateOrderId,
    trouble,
    openCases,
    openReturns,
    pausedAccounts,
    failingEndpoints,
    gettingStarted,
  };
}
