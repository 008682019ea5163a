import { type Clock, dayMs, plusMs } from '../../../kit/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Caller } from '../../access/accounts/index.ts';
import { countPausedAccounts } from '../../catalog/retailer-accounts/index.ts';
import { countOwnFailingEndpoints } from '../../channels/webhooks/index.ts';
import { countOpenCasesOf } from '../../delivery/cases/index.ts';
import { countOpenReturnsOf } from '../../delivery/returns/index.ts';
import { findWallet, sumSpentByDay } from '../../money/wallet/index.ts';
import { countOrdersByPlace, findLongestLate } from '../../orders/orders/index.ts';
import { countRecentProblems, readGettingStarted } from './sql.ts';

/** Days of spending that are shown, including today. */
const spendDays = 30;
/** Days that count as recent. */
const concernDays = 7;

const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / dayMs) * dayMs);

/** When the first shown day starts (UTC). */
export const spendSince = (now: Date): Date => plusMs(startOfDay(now), -(spendDays - 1) * dayMs);

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

interface DaySum {
  day: string;
  cents: number;
}

/** Every day of the range, including those without spending. */
export function fillDays(sums: readonly DaySum[], now: Date): DaySum[] {
  const centsByDay = new Map(sums.map(({ day, cents }) => [day, cents]));
  const first = spendSince(now);
  return Array.from({ length: spendDays }, (_, index) => {
    const day = dayOf(plusMs(first, index * dayMs));
    return { day, cents: centsByDay.get(day) ?? 0 };
  });
}

/** Everything on an account's home page, from sums and counts in the database. */
export async function readOverview(
  { db, clock }: { db: Db; clock: Clock },
  { accountId, world }: Pick<Caller, 'accountId' | 'world'>,
) {
  const now = clock.now();
  const own = { accountId, world };
  const [
    wallet,
    spent,
    orders,
    lateOrderId,
    problems,
    cases,
    returns,
    pausedAccounts,
    failingEndpoints,
    gettingStarted,
  ] = await Promise.all([
    findWallet(db, accountId, world),
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
  const { available_cents, held_cents } = wallet;
  return {
    wallet: { balance_cents: available_cents + held_cents, held_cents, available_cents },
    spending: { total_cents: days.reduce((sum, { cents }) => sum + cents, 0), days },
    orders,
    attention: {
      ...problems,
      days: concernDays,
      late: orders.late,
      late_order_id: lateOrderId,
      open_cases: cases,
      open_returns: returns,
      paused_accounts: pausedAccounts,
      failing_endpoints: failingEndpoints,
    },
    getting_started: gettingStarted,
    currency: 'USD',
  };
}
